/// Finds registrations of one key in statements of one builder that no branch tells apart. Others
/// may be meant: a later block, or the branch of an `if`, may replace what is registered earlier.
enum DuplicateRegistrations {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        struct Statement: Hashable {
            let path: String, group: [Int?], key: Key
        }
        var first: [Statement: Place] = [:]
        var result: [Diagnostic] = []
        for registration in wiring.registrations.sorted(by: { $0.site.place < $1.site.place }) {
            let (key, place) = (registration.key, registration.site.place)
            // A name that is made at run time may differ each time.
            if case .unknown = key.name { continue }
            guard let group = registration.group, key.type.isKnown else { continue }
            let statement = Statement(path: place.path, group: group, key: key)
            if let earlier = first[statement], registration.site.isReported {
                let message =
                    "\(key) is registered twice in one block; this registration replaces the "
                    + "earlier one"
                var finding = Diagnostic(.duplicate, .warning, place, message)
                finding.notes = [(earlier, "it is registered first here")]
                result.append(finding)
            }
            first[statement] = first[statement] ?? place
        }
        return result
    }
}
