import Foundation

/// The closures of an object file. Their names say where each one stands, and its type:
/// `closure #2 @Sendable () -> sending App.P in closure #1 () -> [Collet.Module] in App.f() -> ()`.
/// Only a debug build keeps every closure as a function with a name of its own.
final class ObjectFile {
    typealias Closure = (name: String, type: TypeName)

    /// When it was compiled last; `nil` if there is none.
    let date: Date?
    private var names: Set<String> = []
    private var closures: [String: [Closure]] = [:]

    /// Reads the object of a source file; one that is missing has no closures. Its date
    /// says nothing: the compiler leaves an object as it is that it would write again, as
    /// after a new comment.
    init(of unit: IndexUnit) {
        guard let path = Self.find(unit.outputFile, for: unit) else {
            date = nil
            return
        }
        // What the compiler has to say it writes each time.
        let log = Self.find(Self.log(of: unit), for: unit)
        date = [path, log].compactMap { $0.map(changeDate) }.max()
        let file = URL(filePath: path)
        let data = (try? Data(contentsOf: file, options: .alwaysMapped)) ?? Data()
        // In all formats names end with a zero; those of closures with `_`, as `fU_` and
        // `fu12_`, before it.
        var start = data.startIndex
        while let end = data.range(of: Data([0x5F, 0]), in: start..<data.endIndex) {
            let zero = data[start..<end.lowerBound].lastIndex(of: 0)
            let bytes = data[(zero.map { $0 + 1 } ?? start)...end.lowerBound]
            let mangled = String(decoding: bytes, as: UTF8.self)
            if let name = unit.demangler.demangled(mangled) {
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
        find(unit.outputFile, for: unit) == nil && find(log(of: unit), for: unit) != nil
    }

    private static func log(of unit: IndexUnit) -> String {
        unit.outputFile.replacing(/(\.swift)?\.o$/, with: ".dia")
    }

    /// The sources of a target, and when the build system told them to the compiler.
    typealias TargetSources = (paths: Set<String>, date: Date)

    /// What the build system told the compiler last about a unit's target.
    static func sources(beside unit: IndexUnit) -> TargetSources? {
        let target = find(directory(of: unit.outputFile), for: unit)
        guard let map = target.flatMap(outputFileMap) else { return nil }
        let json = try? JSONSerialization.jsonObject(with: Data(contents(of: map).utf8))
        let paths = json as? [String: Any]
        return paths.map { (Set($0.keys), changeDate(of: map)) }
    }

    private static func outputFileMap(in directory: String) -> String? {
        let name = fileNames(in: directory).first {
            $0.contains(/(-OutputFileM|^output-file-m)ap\.json$/)
        }
        return name.map { "\(directory)/\($0)" }
    }

    /// The closures directly in a context, in order, or none; implicit ones are
    /// autoclosures.
    func closures(in context: String, areImplicit: Bool) -> [Closure] {
        let start = areImplicit ? "implicit closure #" : "closure #"
        let end = " in \(context)"
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
        let mayLack = areImplicit || !context.contains(".")
        let isComplete = mayLack || numbered.last?.0 == numbered.count
        let result = isComplete ? numbered.map(\.1) : []
        closures[start + end] = result
        return result
    }
}
