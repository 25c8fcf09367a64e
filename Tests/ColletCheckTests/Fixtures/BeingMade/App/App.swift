import Collet

struct Setting: Sendable { var path = "/cache" }
struct Folder: Sendable { let path: String }
struct Session: Sendable {}
struct Unknown: Sendable {}

let app = Dependencies {
    Module { Setting() }
    let setting = Resolver.resolve(Setting.self)
    let later = Inject<Setting>()
    Module { Folder(path: setting.path + later().path) }
    let unknown = Resolver.resolve(Unknown.self)
    Module("unknown") { Folder(path: "\(unknown)") }
}
let preview = Dependencies { Module { Setting(path: "/preview") } }

func wire(keepingSession isKept: Bool) {
    Dependencies {
        let session = isKept ? Resolver.resolve(Session.self) : Session()
        Module(.shared) { session }
    }.build()
}

@main
struct Main {
    static func main() {
        app.build()
        wire(keepingSession: false)
        wire(keepingSession: true)
        _ = Resolver.resolve(Session.self)
        _ = Resolver.resolve(Folder.self)
        _ = Resolver.resolve(Folder.self, name: "unknown")
        preview.override { _ = Resolver.resolve(Folder.self) }
    }
}
