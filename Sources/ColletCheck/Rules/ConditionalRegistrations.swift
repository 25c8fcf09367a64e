/// Reports what is registered only in one branch of `#if`, and asked for outside of any.
enum ConditionalRegistrations {
    static func check(_ wiring: Wiring) -> [Diagnostic] {
        var findings: [Place: Diagnostic] = [:]
        for request in wiring.requests where !(request.site.isConditional || request.site.isInTests)
        {
            let served = wiring.table.matches(for: request.key).filter { $0.counts(for: request) }
            guard let registration = served.first, served.allSatisfy(\.site.isConditional),
                registration.site.isReported, registration.matches(request.key) == true,
                wiring.inactiveMention(ofRegistering: request.key) == nil
            else { continue }
            let message =
                "\(request.key) is registered in one branch of '#if' only, so other builds lack it; "
                + "to fix, register it in the other branches, too"
            let place = registration.site.place
            let finding = Diagnostic(.conditional, .warning, place, message)
            findings[place, default: finding]
                .notes.append((request.site.place, "what asks for it stands in no branch"))
        }
        return Array(findings.values)
    }
}
