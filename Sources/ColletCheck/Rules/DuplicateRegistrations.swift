/// Finds registrations of one key that are certainly in force together.
///
/// That is certain only for statements of one builder that no branch tells apart. Anything else
/// may be meant: a later block, or the branch of an `if`, may replace what an earlier one
/// registers.
enum DuplicateRegistrations {
    private struct Group: Hashable {
        let block: Registration.Block
        let key: Key
    }

    static func check(_ wiring: Wiring) -> [Diagnostic] {
        var first: [Group: Registration] = [:]
        var result: [Diagnostic] = []
        for registration in wiring.registrations.sorted(by: { $0.site.place < $1.site.place }) {
            guard let block = registration.block, registration.key.type.isKnown else { continue }
            let key = registration.key
            // A name that is made at run time may differ each time.
            if case .unknown = key.name { continue }
            let group = Group(block: block, key: key)
            guard let earlier = first[group] else {
                first[group] = registration
                continue
            }
            guard registration.site.isReported else { continue }
            result.append(
                Diagnostic(
                    severity: .warning,
                    place: registration.site.place,
                    message: "\(key) is registered twice in one block; this registration replaces "
                        + "the earlier one",
                    notes: [
                        Diagnostic.Note(
                            place: earlier.site.place,
                            message: "it is registered first here"
                        )
                    ]
                )
            )
        }
        return result
    }
}
