import Collet

protocol P: Sendable {}
struct First: P {}
struct Second: P {}

func flags(_ isDebug: Bool, _ mode: Int) -> Dependencies {
    Dependencies {
        Module { First() as any P }
        Module("other") { First() as any P }
        Module(.shared) { Second() as any P }
        if isDebug {
            Module { Second() as any P }
            Module("debug") { Second() as any P }
        } else {
            Module("debug") { Second() as any P }
            Module("debug") { First() as any P }
        }
        switch mode {
        case 0:
            Module("mode") { First() as any P }
        case 1:
            Module("mode") { Second() as any P }
        default:
            Module("mode") { First() as any P }
            Module.mainActor("mode") { Second() as any P }
        }
        for name in ["a", "b"] {
            Module(name) { First() as any P }
            Module(name) { Second() as any P }
        }
        #if NEVER_SET
            Module("system") { First() as any P }
        #else
            Module("system") { Second() as any P }
        #endif
        // Meant to replace the other in some builds.
        Module("build") { First() as any P }
        #if !NEVER_SET
            Module("build") { Second() as any P }
        #endif
        // What a variable has in the block is no statement of it.
        let others =
            Module("other") { First() as any P }
        others
        let one = isDebug ? Module("one") { First() as any P } : Module("one") { Second() as any P }
        one
        fakes
    }
}

let fakes = Dependencies { Module { Second() as any P } }
let one = Dependencies {
    Module("line") { First() as any P }; Module("line") { First() as any P }
}

func register() {
    Resolver.register(value: First() as any P)
    Resolver.register(value: Second() as any P)
}

final class App { @Inject var all: [any P] }

// What blocks nest that stand side by side counts as theirs, but for what one of them replaces.
let feature = Dependencies { Module("nested") { First() as any P } }
let account = Dependencies { feature }
let search = Dependencies { Module("nested") { Second() as any P } }
let layered = Dependencies {
    feature
    Module("nested") { Second() as any P }
}
let replaced = Dependencies {
    account
    search
}
let meant = Dependencies {
    account
    layered
    feature
}
// A block behind a module replaces it.
let early = Dependencies {
    Module("nested") { First() as any P }
    account
    Module("account") { First() as any P }
}
let named = Dependencies {
    account
    search
    Module("nested") { Second() as any P }
}
