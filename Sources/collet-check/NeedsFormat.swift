import ColletCheck

/// A block with all that some code asks for, to be pasted.
struct NeedsFormat {
    let keys: [NeededKey]

    var text: String {
        let modules = keys.map { key in
            let call = key.isForMainActor ? "Module.mainActor" : "Module"
            return "    \(call)\(key.key.name.argument) { <#fake#> as \(key.spelling) }"
        }
        let width = modules.map(\.count).max() ?? 0
        let lines = zip(modules, keys).map { module, key in
            let space = String(repeating: " ", count: width - module.count + 2)
            return "\(module)\(space)// \(comment(key))"
        }
        return (["Dependencies {"] + lines + ["}"]).joined(separator: "\n") + "\n"
    }

    /// Who asks, where and how surely.
    private func comment(_ needed: NeededKey) -> String {
        let request = needed.request
        let owner = request.owner.map { "\($0.name) at " } ?? ""
        let parts = [
            owner + request.place.short, needed.isCertain ? nil : "on some paths",
            needed.key.isOptional ? "optional" : nil, needed.presence?.rawValue,
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}
