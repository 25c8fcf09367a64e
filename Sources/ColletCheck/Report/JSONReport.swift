import Foundation

extension Report {
    /// One object a line: each finding, accepted or not, and what wasn't checked.
    var objects: String {
        let all =
            findings.map { $0.object() } + accepted.map { $0.object(isAccepted: true) }
            + unchecked.map { $0.object() }
        return all.map { object in
            let data = try! JSONSerialization.data(
                withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
            return String(decoding: data, as: UTF8.self) + "\n"
        }.joined()
    }
}

extension Finding {
    fileprivate func object(isAccepted: Bool = false) -> [String: Any] {
        var object = fields(place, message)
        object["rule"] = rule.rawValue
        object["severity"] = "\(severity)"
        object["notes"] = notes.map(fields)
        if !tests.isEmpty { object["tests"] = tests }
        if isAccepted { object["accepted"] = true }
        return object
    }

    private func fields(_ place: Place, _ message: String) -> [String: Any] {
        [
            "path": place.file, "line": place.line, "column": place.column,
            "message": message,
        ]
    }
}
