import Collet
import Core

extension View {
    func log() {
        @Inject(Names.file) var log: any Log
        print(log, Resolver.resolve((any Core.Log).self, name: "console"))
    }
}
