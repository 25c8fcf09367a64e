import Foundation

extension Report {
    /// Each finding as an object in a line, also those that are accepted, and what wasn't
    /// checked.
    var objects: String {
        let all =
            findings.map { $0.object() } + accepted.map { $0.object(["accepted": true]) }
            + unchecked.map(\.object)
        return all.map { Self.line($0) + "\n" }.joined()
    }

    private static func line(_ object: [String: Any]) -> String {
        let data = try? JSONSerialization.data(
            withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data ?? Data(), as: UTF8.self)
    }
}

extension Finding {
    fileprivate func object(_ more: [String: Any] = [:]) -> [String: Any] {
        var object = more.merging(place.fields(message)) { first, _ in first }
        object["rule"] = rule.rawValue
        object["severity"] = "\(severity)"
        object["notes"] = notes.map { $0.place.fields($0.message) }
        if !tests.isEmpty { object["tests"] = tests }
        return object
    }
}

extension Unchecked {
    fileprivate var object: [String: Any] {
        let place = place ?? .unknown
        var object = place.fields(message)
        object["rule"] = "unchecked"
        object["severity"] = "error"
        object["notes"] = [Any]()
        return object
    }
}

extension Place {
    fileprivate func fields(_ message: String) -> [String: Any] {
        ["path": file, "line": line, "column": column, "message": message]
    }
}
