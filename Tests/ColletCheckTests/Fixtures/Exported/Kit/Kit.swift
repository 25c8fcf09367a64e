import Collet

public protocol API {}
protocol Hidden {}
public struct Box<Value> {}
public struct Log: Sendable {}
// What an extension makes public.
public extension Log { struct Level {} }
struct RealHidden: Hidden {}
struct RealAPI: API {}

public let dependencies = Dependencies {
    Module("a") { RealAPI() as any API }
    Module("a") { RealHidden() as any Hidden }
    // The app may inject this, but not that.
    Module("for the app") { RealAPI() as any API }
    Module { Log() }
    Module("unused") { RealHidden() as any Hidden }
}

public struct View {
    @Inject("a") private var api: any API
    @Inject("a") private var hidden: any Hidden
    // The app that uses the library may register these…
    @Inject private var other: any API
    @Inject("host") private var host: String
    @Inject private var level: Log.Level
    // … but can't name this.
    @Inject private var box: Box<any Hidden>
}
