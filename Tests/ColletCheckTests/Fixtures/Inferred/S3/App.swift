import Collet

// Requests whose type follows from what is around them. Of those of `P`, nothing serves any; each
// of the others is `1`. The module's name looks like that of a generic parameter.
protocol P {}
struct Impl: P { static func other() -> any P { Impl() } }
enum Event { case named(id: Int, p: any P) }
let flag = true
let one = Dependencies {
    Module { 1 }
    Module("a \"name\"") { Impl() as any P }
}

struct Results {
    var getter: any P { get { Resolver.resolve() } }
    var branches: any P { if flag { Resolver.resolve() } else { Resolver.resolve() } }
    var cases: any P {
        switch flag {
        case true: Resolver.resolve()
        default: flag ? Resolver.resolve() : Impl()
        }
    }
    var sum: Int { if flag { Resolver.resolve() + 1 } else { 2 } }
    var optional: (any P)? {
        switch flag {
        case true: nil
        default: flag ? Impl() : Resolver.resolve()
        }
    }
    subscript(index: Int) -> any P { get { Resolver.resolve() } }
    func early() -> any P {
        guard flag else { return Resolver.resolve() }
        if flag { return (Resolver.resolve()) }
        return flag ? Impl() : Resolver.resolve()
    }
    func pair() -> (Int, any P) { (1, Resolver.resolve()) }
    func escaped() -> any P { Resolver.resolve(name: "a \u{22}name\"") }
}

func take(_ p: any P, more: any P..., numbers: Int...) {}
func collect(_ all: [any P], _ named: [String: any P]) {}
func lists(by step: Int, list: Int..., then next: Int, list more: any P...) {}
func locals(_ known: (any P)?) {
    func nested(_ index: Int) throws -> any P { Resolver.resolve() }
    var computed: any P { Resolver.resolve() }
    var local: any P
    local = Resolver.resolve()
    if flag { local = Resolver.resolve() }
    local =
        flag
        ? Resolver.resolve()
        : Resolver.resolve()
    let all: [[any P]?] = [[Resolver.resolve()], nil], numbers: Set<Int> = [Resolver.resolve()]
    let conditional: any P = if flag { Resolver.resolve() } else { Impl() }
    take(Resolver.resolve(), more: Resolver.resolve(), known ?? Resolver.resolve())
    collect([Resolver.resolve()], ["key": Resolver.resolve()])
    print(Event.named(id: Resolver.resolve(), p: Resolver.resolve()), computed, local, all)
    print(numbers, conditional, (try? nested(1)) as Any)
    // What else an operator may give, nobody knows here.
    print(Resolver.resolve() == 1, flag && Resolver.resolve() == 1)
    let equal: Bool = known == nil ? false : Resolver.resolve() == 1
    let flags: [Bool] = [Resolver.resolve() == 1, 1 == Resolver.resolve()]
    let same: Bool = flag ? Resolver.resolve(name: "beside") : 1 == Resolver.resolve()
    let chained: any P = if flag { Impl() } else if same { Resolver.resolve() } else { Impl() }
    var pair: (any P, count: Int) = (Resolver.resolve(), count: Resolver.resolve())
    pair.count = Resolver.resolve()
    let few: Int = numbers.count < 3 ? Resolver.resolve() : 2
    let other: (Int, Int)? = (Resolver.resolve() + 1, Resolver.resolve())
    print(equal, flags, same, chained, pair, few, other as Any)
    let keyed: [Int: String] = [Resolver.resolve(): "one"]
    let nested: Int = flag ? 1 : flag ? 2 : Resolver.resolve()
    lists(by: nested, list: 1, then: keyed.count, list: Impl(), Resolver.resolve())
}

@main enum Main {
    static func main() {
        one.build()
        locals(nil)
        print(Results())
    }
}

// The argument of an autoclosure has the type of what that returns.
func later<T>(_ value: @autoclosure () -> T) -> T { value() }
func later(_ p: @autoclosure @escaping () -> any P) {}
func laterArguments() {
    later(Resolver.resolve())
    let number: Int = later(Resolver.resolve())
    print(number)
}

// The compiler joins the operands of `?:` and `??` before it converts them.
func joined(_ known: Impl?, _ same: (any P)?) {
    print(known as Any)
    take(flag ? Resolver.resolve(name: "joined") : Impl(), more: Impl(), Resolver.resolve())
    take(flag ? Impl() : Resolver.resolve(name: "joined"))
    take(known ?? Resolver.resolve(name: "joined"), more: same ?? Resolver.resolve())
    take(flag ? Scope().shared { Impl() } : Resolver.resolve(name: "joined"))
    let other = Impl.other()
    take(flag ? other : Resolver.resolve(name: "joined"))
    let count: Int = flag ? 1 : Resolver.resolve(name: "joined")
    let rate: Double = flag ? 1 : Resolver.resolve(name: "joined")
    let minus: Double = flag ? -1 : Resolver.resolve(name: "joined")
    let perhaps: Int? = flag ? Resolver.resolve(name: "joined") : nil
    let neither = flag ? known : Resolver.resolve(name: "joined")
    let attempt: Int? = try? Resolver.resolve(name: "joined")
    take(known ?? Resolver.resolve(name: "joined"))
    print(count, rate, minus, perhaps as Any, neither as Any, attempt as Any)
}

// What nobody uses is of any type.
func unused() {
    bindings()
    flag ? Resolver.resolve() : Impl()
}

func bindings() {
    if let unread: any P = Resolver.resolve() { print(unread) }
    guard flag, let bound: any P = Resolver.resolve(name: "bound") else { return }
    print(bound)
}

// What is unwrapped under its own name is no optional there.
final class Unwrapping {
    var p: (any P)?
    func unwrap() {
        guard var p else { return }
        p = Resolver.resolve()
        self.p = Resolver.resolve()
        print(p)
    }
}

// A method may be called like an accessor.
struct Cache {
    func set(_ make: () -> Int) -> Self { self }
    func kept() -> any P {
        if flag { print(self) }
        let cache = Cache().set { Resolver.resolve() }
        print(cache)
        return Impl()
    }
}

// What it is optional of, nothing here says.
struct Lists {
    let wrappers: Optional = [Inject<any P>("lists")]
}
