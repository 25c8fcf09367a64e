// What a block may contain.
import Collet

protocol BlocksService: Sendable {}
nonisolated struct BlocksReal: BlocksService {}
nonisolated struct BlocksFake: BlocksService {}
nonisolated enum BlocksFlavour { case real, fake }

@MainActor
final class BlocksController {}

func blocks(flavour: BlocksFlavour, fake: Bool, names: [String]) -> Dependencies {
    let feature = Dependencies {
        Module("feature") { BlocksReal() as any BlocksService }
    }
    let module = Module("variable") { BlocksReal() as any BlocksService }
    return Dependencies {
        feature
        module
        Dependencies {}
        Module { BlocksReal() as any BlocksService }
        [module]
        Module(.shared, "shared") { BlocksReal() as any BlocksService }
        Module.mainActor { BlocksController() }
        Module.mainActor(.weak, "weak") { BlocksController() }
        if fake { Module { BlocksFake() as any BlocksService } }
        if fake {
            Module { BlocksFake() as any BlocksService }
        } else if names.isEmpty {
            feature
        } else {
            Module { BlocksReal() as any BlocksService }
        }
        switch flavour {
        case .real: Module { BlocksReal() as any BlocksService }
        case .fake:
            Module { BlocksFake() as any BlocksService }
            Module("fake") { BlocksFake() as any BlocksService }
        }
        for name in names {
            Module(name) { BlocksReal() as any BlocksService }
        }
        if #available(macOS 26, *) {
            Module { BlocksReal() as any BlocksService }
        }
    }
}
