import Collet

let app = Dependencies {
    handlerModules
    connectionModules
    Module { StandardOutput() as any Logger }
    Module { Settings() }
    Module { Router() }
}

/// Answers requests until there are no more, and closes what is open.
struct Server {
    @Inject private var router: Router
    @Inject private var settings: Settings
    @Inject private var logger: any Logger
    @Inject private var closers: [Closer]

    func run(_ requests: [Request]) async {
        let closers = closers
        logger.log("listens on port \(settings.port)")
        for request in requests {
            let response = await router.respond(to: request)
            logger.log("\(response.status) \(response.body)")
        }
        for closer in closers {
            do { try await closer.close() } catch { logger.log("not closed: \(error)") }
        }
    }
}

@main
enum Lending {
    static func main() async {
        app.build()
        await Server().run([
            Request(path: "/books"),
            Request(path: "/loans/Momo", reader: "ann"),
            Request(path: "/loans/Ulysses", reader: "ann"),
            Request(path: "/reminders", reader: "bob"),
        ])
    }
}
