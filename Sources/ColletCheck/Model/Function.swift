/// A function of the program or the closure of a registration, as findings and drawings
/// show it.
package struct Function: Placed {
    enum Kind { case component, function, registration }

    let kind: Kind
    package let site: Site
    package var type: DeclaredType?
    /// Its name and what it gives: `component(id:) -> App.Store`; a registration's key.
    package let signature: String
    var result: TypeName?
    /// Whether tests call what the app doesn't.
    var isTested = false
    /// Whether all subclasses override it, and call it by no `super`.
    var isReplaced = false
    /// Who calls a function that the app never runs.
    var callers: String {
        isReplaced
            ? "all subclasses override" : isTested ? "only tests call" : "nothing calls"
    }
    /// How to make the app run it.
    var cure: String {
        if isReplaced { return "use super.\(name) in them" }
        let isOfBlock = result?.names.contains { $0.contains(/\.(Dependencies|Module)$/) }
        return isOfBlock == true
            ? "build what it gives" : "call it when the program starts"
    }
    var name: String {
        signature.hasPrefix("init(") ? title : String(signature.prefix { $0 != " " })
    }
    var title: String { (type.map { "\($0.name)." } ?? "") + signature }
}
