import Collet
import Core

struct FileLog: Log {}
struct FileStore: Store {}
core.build()
Dependencies {
    Module(Names.file) { FileLog() as any Log }
    Module("misnamed") { FileStore() as any Store }
}
.build()

final class View {
    @Inject var network: any Network
    @Inject var store: any Store
}
print(View())
