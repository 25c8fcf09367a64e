// modes: 5, 6
// A name is a string.
import Collet

struct Service: Sendable {}
enum Name { case first }
enum NameInWords: String { case first }

let dependencies = Dependencies {
    Module(Name.first) { Service() }  // error: a name is a String; a type goes in { … as any P }
    Module(NameInWords.first) { Service() }  // error: a name is a String: write .rawValue behind it
    Module(1) { Service() }  // error: a name is a String; a type goes in { … as any P }
    Module(NameInWords.first.rawValue) { Service() }
}
let shared = Dependencies {
    Module(.shared, Name.first) { Service() }  // error: a name is a String; a type goes in
}

struct User {
    @Inject(Name.first) var service: Service  // error: @Inject takes a name; lifetimes
    @Inject(NameInWords.first) var other: Service  // error: write .rawValue behind it
    @Inject(NameInWords.first.rawValue) var right: Service
}
let sharedInWords = Dependencies {
    Module(.shared, NameInWords.first) { Service() }  // error: write .rawValue behind it
}
