import Foundation

extension [SILFile] {
    /// The same files, but a type that several modules declare is named as if it were
    /// nested in its module: SIL prints a type without its module.
    ///
    /// The name stays as it is if it may also mean another type, such as a local one, a
    /// generic parameter or a library's, or if some file may mean either; see
    /// `TypeNames`.
    var withDistinctTypes: [SILFile] {
        let told = sharedTypes
        if told.isEmpty { return self }
        return map { file in
            let modules = told.flatMap { name, homes in
                let places = file.text.places(of: name)
                let module =
                    places.isEmpty ? nil : module(in: homes, of: name, meantBy: file)
                return places.map { ($0, module!) }
            }
            return modules.isEmpty ? file : file.naming(modules)
        }
    }

    /// The names of such types, with the files that declare them.
    private var sharedTypes: [String: [SILFile]] {
        let shared = homes.filter { $1.count > 1 && areTypes($0, in: $1) }
        if shared.isEmpty { return [:] }
        let inner = flatMap(\.functions).map {
            localTypes(in: $0) + $0.signature.genericNames
        }
        let others = Set(inner.joined())
        return shared.filter { name, homes in
            !others.contains(name)
                && allSatisfy { file in
                    file.text.places(of: name).isEmpty
                        || module(in: homes, of: name, meantBy: file) != nil
                }
        }
    }

    /// Whether a name is neither a library's type, as far as symbols tell, nor a module's,
    /// nor a nested type's.
    private func areTypes(_ name: String, in homes: [SILFile]) -> Bool {
        let isLibrary = homes.contains {
            $0.interface.outermost.contains("DependenciesBuilder")
        }
        let isOther =
            isLibrary || TypeNames.ofLibraries.contains(name) || useLibrarysType(name)
        return !isOther && Set(homes.map(\.module)).count == homes.count
            && allSatisfy { file in
                let types = file.interface.declarations.keys
                return file.module != name && !types.contains { $0.hasSuffix("." + name) }
            }
    }

    /// The module of the type that a file means, if it can only be one.
    private func module(
        in homes: [SILFile], of name: String, meantBy file: SILFile
    ) -> String? {
        let tested = filter { $0.module == file.module }
            .flatMap(\.interface.testedImports)
        let imported = modules(importedBy: file.module)
        let visible = homes.filter { home in
            let isOpen = home.interface.declarations[name]?.isInternal == false
            let isSeen = isOpen && imported.contains(home.module)
            return isSeen || ([file.module] + tested).contains(home.module)
        }
        return visible.count == 1 ? visible[0].module : nil
    }
}

extension SILFile {
    /// The same file with modules before names that stand at certain places.
    fileprivate func naming(_ modules: [(UnsafeRawPointer, String)]) -> SILFile {
        var bytes: [UInt8] = []
        var rest = text
        for (place, module) in modules.sorted(by: { $0.0 < $1.0 }) {
            bytes += SILText(rest.start, place).bytes
            bytes += "\(module).".utf8
            rest = text.from(place)
        }
        return SILFile(path: path, text: SILText(copying: bytes + rest.bytes))
    }
}

extension SILText {
    /// Where the name of an outermost type stands, but not in a literal or a path, nor as
    /// an associated type.
    func places(of name: String) -> [UnsafeRawPointer] {
        var places: [UnsafeRawPointer] = []
        var rest = self
        while let place = rest.find(string: name) {
            rest = from(place + name.utf8.count)
            let after = rest.count > 0 ? byte(at: rest.start) : 0
            if !after.isInName, mayBeType(at: place) { places.append(place) }
        }
        return places
    }

    /// Whether a type's name may begin at a position.
    private func mayBeType(at position: UnsafeRawPointer) -> Bool {
        let line = startOfLine(at: position)
        let before = line.bytes.last ?? 0
        if before.isInName || ".@".utf8.contains(before) { return false }
        // A path or a literal, whose own quotes don't count.
        let isQuoted = #""'"#.utf8.contains { quote in
            line.bytes.count { $0 == quote } % 2 == 1
        }
        return !isQuoted && !line.contains("= string_literal ")
            && !line.hasSuffix("associated_type ")
    }

    /// The text of a line up to a position.
    private func startOfLine(at position: UnsafeRawPointer) -> SILText {
        var start = position
        while start > self.start, byte(at: start - 1) != UInt8(ascii: "\n") { start -= 1 }
        return SILText(start, position)
    }
}

extension UInt8 {
    /// Whether the byte may be a part of an identifier.
    fileprivate var isInName: Bool {
        self >= 128 || self == UInt8(ascii: "_") || isalnum(Int32(self)) != 0
    }
}
