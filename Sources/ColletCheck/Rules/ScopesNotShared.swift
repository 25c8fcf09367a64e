/// Finds modules that hold a `Scope` which not everyone shares.
enum ScopesNotShared {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        let registrations = RegistrationTable(wiring.registrations)
        return wiring.registrations.filter(\.site.isReported).compactMap {
            unshared($0, wiring)
        }
            + wiring.requests.filter(\.site.isReported).compactMap { request in
                caught(request, registrations, wiring)
            }
    }

    /// A module with a scope that is made anew for each injection site.
    private static func unshared(_ registration: Registration, _ wiring: Wiring) -> Diagnostic? {
        guard let type = registration.implementation, let title = type.typeName(),
            wiring.types.holdsScope(type),
            registration.lifetime == .transient || registration.lifetime == .weak
        else { return nil }
        let what =
            registration.lifetime == .weak
            ? "is registered .weak, so its scope goes when nobody holds it"
            : "is not registered .shared, so every injection site has a scope of its own"
        let name = registration.key.name.spelling.map { ", name: \($0)" } ?? ""
        let value = wiring.types.spelling(of: registration.key.type)
        return Diagnostic(
            severity: .warning,
            place: registration.site.place,
            message: "\(title) holds a Scope but \(what); to fix, write: "
                + "\(registration.call)(.shared\(name)) { … as \(value) }"
        )
    }

    /// A shared module's injection of a module with a scope that others don't get.
    private static func caught(
        _ request: Request,
        _ registrations: RegistrationTable,
        _ wiring: Wiring
    ) -> Diagnostic? {
        guard request.property != nil, let owner = request.owner, request.key.type.isKnown else {
            return nil
        }
        let holders = wiring.registrations.filter {
            $0.implementation?.usr == owner.usr && $0.lifetime == .shared
        }
        guard let holder = holders.first, let holderTitle = owner.typeName() else { return nil }
        let held = registrations.matches(for: request.key).first {
            guard request.key.matches($0.key) == true, let type = $0.implementation else {
                return false
            }
            return wiring.types.holdsScope(type)
                && ($0.lifetime == .transient || $0.lifetime == .weak)
        }
        guard let held else { return nil }
        return Diagnostic(
            severity: .warning,
            place: request.site.place,
            message: "\(holderTitle) is .shared and keeps its own \(request.key), whose Scope "
                + "others don't share; to fix, register \(request.key) with .shared",
            notes: [
                Diagnostic.Note(place: holder.site.place, message: "it is registered .shared here"),
                Diagnostic.Note(
                    place: held.site.place,
                    message: "\(request.key) is registered .\(held.lifetime.rawValue) here"
                ),
            ]
        )
    }
}
