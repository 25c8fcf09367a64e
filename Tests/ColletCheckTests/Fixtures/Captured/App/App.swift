import Collet

protocol P: Sendable {}
struct Config: P { static let standard = Config() }
let config = Config()
func generic<T>(_ value: T) -> T { value }

/// The usual way to capture a variable, of any kind.
struct App {
    let config: Config
    @Inject var own: Config
    @Inject("global") var global: Config
    @Inject("other") var other: any P

    func modules(other: any P, many: [Int]) -> Dependencies {
        let config = config
        let other = other
        return Dependencies {
            Module { config }
            Module("other") { other }
            for one in many {
                let many = many
                Module("many \(one)") { generic(many) }
            }
        }
    }
}

let global = Dependencies {
    let config = config
    Module("global") { config }
}

@main struct Main {
    static func main() {
        global.build()
        App(config: config).modules(other: config, many: []).build()
    }
}

// Each "it" may be any that is declared before: there are more ways through them than anybody can go.
func captures(_ it: Config) {
    do { let it = it; Resolver.register(name: "x0") { generic(it) } }
    do { let it = it; Resolver.register(name: "x1") { generic(it) } }
    do { let it = it; Resolver.register(name: "x2") { generic(it) } }
    do { let it = it; Resolver.register(name: "x3") { generic(it) } }
    do { let it = it; Resolver.register(name: "x4") { generic(it) } }
    do { let it = it; Resolver.register(name: "x5") { generic(it) } }
    do { let it = it; Resolver.register(name: "x6") { generic(it) } }
    do { let it = it; Resolver.register(name: "x7") { generic(it) } }
    do { let it = it; Resolver.register(name: "x8") { generic(it) } }
    do { let it = it; Resolver.register(name: "x9") { generic(it) } }
    do { let it = it; Resolver.register(name: "x10") { generic(it) } }
    do { let it = it; Resolver.register(name: "x11") { generic(it) } }
    do { let it = it; Resolver.register(name: "x12") { generic(it) } }
    do { let it = it; Resolver.register(name: "x13") { generic(it) } }
    do { let it = it; Resolver.register(name: "x14") { generic(it) } }
    do { let it = it; Resolver.register(name: "x15") { generic(it) } }
    do { let it = it; Resolver.register(name: "x16") { generic(it) } }
    do { let it = it; Resolver.register(name: "x17") { generic(it) } }
    do { let it = it; Resolver.register(name: "x18") { generic(it) } }
    do { let it = it; Resolver.register(name: "x19") { generic(it) } }
    do { let it = it; Resolver.register(name: "x20") { generic(it) } }
    do { let it = it; Resolver.register(name: "x21") { generic(it) } }
    do { let it = it; Resolver.register(name: "x22") { generic(it) } }
    do { let it = it; Resolver.register(name: "x23") { generic(it) } }
}
