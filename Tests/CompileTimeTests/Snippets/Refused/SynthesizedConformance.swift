// What Swift derives from all stored properties, it doesn't derive from a wrapper.
import Collet

protocol Clock: Sendable {}

struct Model: Equatable {  // error: type 'Model' does not conform to protocol 'Equatable'
    @Inject var clock: any Clock
    var title = ""
}

struct Saved: Decodable {  // error: type 'Saved' does not conform to protocol 'Decodable'
    @Inject var clock: any Clock
    var title = ""
}

// What the page says to write instead.
struct Entry: Codable, Equatable {
    var title = ""
}

struct EntryModel {
    @Inject var clock: any Clock
    var entry = Entry()
}
