import Collet

protocol Handler: Sendable {
    func respond(to request: Request) async throws -> Response
}

struct NotFound: Error {}

/// Lists the books, as many as fit on a page.
struct Catalogue: Handler {
    @Inject private var database: any Database
    @Inject private var settings: Settings

    func respond(to request: Request) async throws -> Response {
        let books = try await database.rows(of: "books").prefix(settings.pageSize)
        return Response(body: books.joined(separator: ", "))
    }
}

/// Lends a book to the user who sent the request.
struct Loans: Handler {
    @Inject private var database: any Database

    func respond(to request: Request) async throws -> Response {
        @Inject var reader: Reader
        @Inject var transaction: Transaction
        let name = reader.name
        let title = String(request.path.dropFirst("/loans/".count))
        guard try await database.rows(of: "books").contains(title) else {
            throw NotFound()
        }
        await transaction.insert("\(title) to \(name)", into: "loans")
        return Response(body: "Enjoy \(title), \(name)!")
    }
}

struct Reminders: Handler {
    @Inject private var office: PostOffice

    func respond(to request: Request) async throws -> Response {
        let reader = Resolver.resolve(Reader.self)
        try await office.remind(reader.name)
        return Response(body: "A letter to \(reader.name) is on its way.")
    }
}

let handlerModules = Dependencies {
    Module("catalogue") { Catalogue() as any Handler }
    Module("loans") { Loans() as any Handler }
    Module("reminders") { Reminders() as any Handler }
}

/// Finds the handler of a path, and turns errors into responses.
struct Router {
    @Inject private var logger: any Logger
    @Inject("catalogue") private var catalogue: any Handler
    @Inject("loans") private var loans: any Handler
    @Inject("reminders") private var reminders: any Handler

    func respond(to request: Request) async -> Response {
        logger.log("GET \(request.path)")
        do {
            guard let name = request.reader else {
                return try await catalogue.respond(to: request)
            }
            let handler = try handler(of: request.path)
            return try await withRequest(of: Reader(name: name)) {
                try await handler.respond(to: request)
            }
        } catch is NotFound {
            return Response(status: 404, body: "There is no \(request.path).")
        } catch {
            logger.log("\(request.path): \(error)")
            return Response(status: 500, body: "Something is broken.")
        }
    }

    private func handler(of path: String) throws -> any Handler {
        if path.hasPrefix("/loans/") { return loans }
        if path == "/reminders" { return reminders }
        throw NotFound()
    }
}
