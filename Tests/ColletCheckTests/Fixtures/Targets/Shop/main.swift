import Collet
import Core

struct FileLog: Log {}
core.build()
Dependencies { Module(Names.file) { FileLog() as any Log } }.build()

final class View {
    @Inject var network: any Network
    @Inject var store: any Store
}
print(View())
