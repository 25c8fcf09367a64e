import Collet
import Core

public struct User: Sendable {
    public let name: String

    public init(name: String) { self.name = name }
}

/// The rides of a user. There is one for each session.
public final class History: Sendable {
    private let user = Inject<User>()
    private let store = Inject<any Store>()
    private let upload = Inject<any TripUpload>()

    public init() {}

    public var trips: [Trip] { store().trips(of: user().name) }

    public func add(_ trip: Trip) {
        store().append(trip, of: user().name)
        upload().send(trip, of: user().name)
    }
}

public func sessionModules(for user: User) -> Dependencies {
    Dependencies {
        Module { user }
        Module(.shared) { History() }
    }
}

public let accountModules = Dependencies {
    Module.mainActor(.shared) { Account() }
}

/// The user who has logged in.
@MainActor
public final class Account {
    public private(set) var session: Dependencies.Container?
    @Inject private var log: any Log

    public init() {}

    public func logIn(as name: String) {
        session = sessionModules(for: User(name: name)).makeContainer()
        log.note("\(name) has logged in")
    }

    public func logOut() { session = nil }
}
