import Foundation

/// The closures of an object file. Their names say where each one stands, and its type:
/// `closure #2 @Sendable () -> sending App.P in closure #1 () -> [Collet.Module] in App.f() -> ()`.
/// Only a debug build keeps every closure as a function with a name of its own.
final class ObjectFile {
    typealias Closure = (name: String, type: TypeName)

    private var names: Set<String> = []
    private var closures: [String: [Closure]] = [:]

    /// Reads the object of a source file; one that is missing has no closures. Its date
    /// says nothing: the compiler leaves an object as it is that it would write again, as
    /// after a new comment.
    init(of unit: IndexUnit) {
        let file = Self.find(unit.outputFile, for: unit).map { URL(filePath: $0) }
        let data =
            file.flatMap { try? Data(contentsOf: $0, options: .alwaysMapped) } ?? Data()
        // In all formats names end with a zero; those of closures with `_`, as `fU_` and
        // `fu12_`, before it.
        var start = data.startIndex
        while let end = data.range(of: Data([0x5F, 0]), in: start..<data.endIndex) {
            let zero = data[start..<end.lowerBound].lastIndex(of: 0)
            let bytes = data[(zero.map { $0 + 1 } ?? start)...end.lowerBound]
            if let name = demangled(String(decoding: bytes, as: UTF8.self)) {
                names.insert(name)
            }
            start = end.upperBound
        }
    }

    private static func find(_ path: String, for unit: IndexUnit) -> String? {
        if exists(path) { return path }
        // Some build systems leave out where the path begins, which is beside the index.
        return ancestors(of: unit.store).prefix(6).flatMap {
            ["\($0)/Intermediates.noindex", "\($0)/Build/Intermediates.noindex"]
        }.map { $0 + path }.first(where: exists)
    }

    /// Whether the compiler said what is wrong with a file, and so left no object.
    static func isMissing(for unit: IndexUnit) -> Bool {
        if find(unit.outputFile, for: unit) != nil { return false }
        return find(unit.outputFile.replacing(/(\.swift)?\.o$/, with: ".dia"), for: unit)
            != nil
    }

    /// The sources of a unit's target, by what the build system told the compiler last.
    static func sources(beside unit: IndexUnit) -> Set<String>? {
        guard let target = find(directory(of: unit.outputFile), for: unit),
            let all = try? FileManager.default.contentsOfDirectory(atPath: target),
            let name = all.first(where: {
                $0.contains(/(-OutputFileM|^output-file-m)ap\.json$/)
            }),
            let data = FileManager.default.contents(atPath: "\(target)/\(name)"),
            let map = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        else { return nil }
        return Set(map.keys)
    }

    /// The closures directly in a context, in order, or none; implicit ones are
    /// autoclosures.
    func closures(in context: String, areImplicit: Bool) -> [Closure] {
        let (start, end) = (
            areImplicit ? "implicit closure #" : "closure #", " in " + context
        )
        if let known = closures[start + end] { return known }
        let numbered = names.compactMap { name -> (Int, Closure)? in
            guard name.hasPrefix(start), name.hasSuffix(end) else { return nil }
            let own = String(name.dropFirst(start.count).dropLast(end.count))
            guard !own.contains("#"), let number = Int(own.prefix(while: \.isNumber))
            else { return nil }
            return (number, (name, Signature(demangled: own)?.result ?? .unknown(own)))
        }.sorted { $0.0 < $1.0 }
        // Of the implicit ones the compiler may have used some where they stand. The
        // statements of a script, whose context is the module, number both kinds
        // together.
        let isComplete =
            areImplicit || !context.contains(".") || numbered.last?.0 == numbered.count
        let result = isComplete ? numbered.map(\.1) : []
        closures[start + end] = result
        return result
    }
}
