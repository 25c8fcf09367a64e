/// The rules: each is a kind of mistake, found in what happened. A rule may find the same
/// mistake several times.
extension PackageRuns {
    /// The findings of all rules: each place once, as bad as it is on any way.
    var findings: [Finding] {
        let ofMoments = [
            stop, moduleWithoutValue, cycle, requestOffMainActor, weakValue,
        ].map(each)
        let others = [
            missingKeys, lacksOfTests, absentValues, keptObjects, unbuiltCode,
            unusedRegistrations, unnamedValues, duplicates, scopeMistakes,
        ]
        return (ofMoments + others).flatMap(\.surest)
    }

    /// The findings of a rule that judges each event by itself.
    func each(_ find: (Moment) -> Finding?) -> [Finding] {
        let all = moments.compactMap { moment in
            var finding = find(moment)
            if moment.root.isTest { finding?.tests = [moment.root.path] }
            return finding
        }
        // A doubt adds nothing where another finding is certain.
        let told = Set(all.filter { !$0.isDoubt }.map(\.place))
        return all.filter { !$0.isDoubt || !told.contains($0.place) }
    }
}
