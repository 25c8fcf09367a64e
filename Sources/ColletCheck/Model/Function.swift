/// A function of the program, as findings and drawings show it.
package struct Function {
    let site: Site
    package let type: DeclaredType?
    /// Its name and what it gives: `component(id:) -> App.Store`.
    package let signature: String
    let result: TypeName?
    let isComponent: Bool
    var name: String {
        signature.hasPrefix("init(") ? title : String(signature.prefix { $0 != " " })
    }
    var title: String { (type.map { "\($0.name)." } ?? "") + signature }
}
