/// Something that a rule has found in one place.
package struct Finding {
    /// How bad it is, the worst first.
    package enum Severity: Comparable { case error, warning, note }

    /// The rules, by identifiers that stay the same until the next major version.
    package enum Rule: String, CaseIterable {
        case absent, cycle, duplicate, kept, mainActor = "main-actor", missing, needs
        case noValue = "no-value", scope, unbuilt, uncalled, unknown, unnamed, unneeded
        case unused, weak
        /// A source or a target that wasn't checked.
        case unchecked
    }

    package typealias Note = (place: Place, message: String)

    package let rule: Rule
    package var severity = Severity.warning
    package let place: Place
    package var message: String
    package var notes: [Note] = []
    /// The tests that it is about, as `Suite/test()`.
    package var tests: [String] = []
    /// Whether it says that something can't be told.
    package var isDoubt = false
    /// The subject, if a rule may find several things in one place.
    var subject = ""
    /// Identifies the mistake. Findings on the same mistake are reported as one.
    var mistake: String?
    /// The program it is about, if there are several, and the cure there.
    var program: (name: String, cure: String)?
    /// Whether the program stops, if it gets there, or may stop because it isn't a fake
    /// that runs.
    var mayStop = false
    /// How early it comes when the program runs. Of equally severe findings on a mistake,
    /// the earliest is reported.
    var order = 0
}

extension [Finding.Note] {
    /// Each note once, in order.
    var unique: Self {
        reduce(into: []) { all, note in
            if !all.contains(where: { $0 == note }) { all.append(note) }
        }
    }
}

extension [Finding] {
    /// One finding for each rule, place, subject and program, as bad as it is on any way.
    var surest: [Finding] {
        let all = map {
            ([$0.rule, $0.place, $0.subject, $0.program?.name] as [AnyHashable?], $0)
        }
        let surest = Dictionary(all) { one, other in
            var worse = other.severity < one.severity ? other : one
            worse.mayStop = one.mayStop || other.mayStop
            // A finding that a program has first isn't about tests.
            if !one.tests.isEmpty { worse.tests = (one.tests + other.tests).unique }
            return worse
        }
        return Array(surest.values)
    }

    /// One finding for each mistake. The others about it become notes of the first.
    var byMistake: [Finding] {
        let sorted = sorted {
            ($0.severity, $0.order, $0.place, $0.message)
                < ($1.severity, $1.order, $1.place, $1.message)
        }
        let same = Dictionary(grouping: sorted) { finding in
            let text = "\(finding.place.inText) \(finding.message)"
            return "\(finding.rule) \(finding.mistake ?? text)"
        }
        return same.values.map { all in
            var first = all[0]
            if !first.tests.isEmpty { first.tests = all.flatMap(\.tests).unique }
            first.notes += all.dropFirst().map { other in
                let what = other.subject == first.subject ? "this" : other.subject
                let words =
                    first.rule == .cycle
                    ? "this is in the same cycle" : "\(what) is missing here, too"
                return (other.place, words + other.inProgram(besides: first))
            }
            return first
        }
    }
}

extension Finding {
    /// Names the program it is about if it's another one, with the cure if that differs.
    fileprivate func inProgram(besides first: Finding) -> String {
        guard let program, let other = first.program, program.name != other.name else {
            return ""
        }
        let fix = program.cure == other.cure ? "" : ": \(program.cure)"
        return ", in the program '\(program.name)'\(fix)"
    }
}
