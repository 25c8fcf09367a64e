import Foundation
import Testing

@testable import ColletCheck

struct ObjectFileTests {
    private let directory: URL
    private let source: URL
    private let context =
        "variable initialization expression of App.core : Collet.Dependencies"
    /// The block that `core` is set to.
    private let block = "$s3App4core6Collet12DependenciesVvpfiSayAC6ModuleVGyXEfU_"

    init() throws {
        directory = try Fixture.Program(named: "ObjectFiles-\(UUID().uuidString)")
            .directory
        source = directory.appending(path: "App.swift")
        try Data().write(to: source)
    }

    @Test(arguments: ["", "_"]) func namesAreFoundWhateverTheFormat(_ prefix: String)
        throws
    {
        let object = directory.appending(path: "App.o")
        try write([prefix + block], to: object)
        let closures = objectFile(object.path).closures(in: context, areImplicit: false)
        #expect(closures.map(\.type.description) == ["[Collet.Module]"])
        #expect(objectFile(object.path).closures(in: context, areImplicit: true).isEmpty)
    }

    @Test(arguments: ["Intermediates.noindex", "Build/Intermediates.noindex"])
    func thePathMayLackItsBeginning(_ intermediates: String) throws {
        let object = directory.appending(path: intermediates + "/Client.build/App.o")
        try write([block], to: object)
        #expect(
            objectFile("/Client.build/App.o").closures(in: context, areImplicit: false)
                .count == 1)
    }

    @Test func anObjectCountsWhateverItsDate() throws {
        let object = directory.appending(path: "App.o")
        try write([block], to: object)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: object.path
        )
        #expect(
            objectFile(object.path).closures(in: context, areImplicit: false).count == 1)
    }

    @Test func contextsThatLackAClosureAreLeftOut() throws {
        let object = directory.appending(path: "App.o")
        try write([block, block.dropLast(3) + "fU1_"], to: object)
        #expect(objectFile(object.path).closures(in: context, areImplicit: false).isEmpty)
    }

    /// Those that a macro expands to are numbered by themselves.
    @Test func contextsWithTwoClosuresOfOneNumberAreLeftOut() throws {
        let object = directory.appending(path: "App.o")
        try write([block, "$s3App4core6Collet12DependenciesVvpfiSiyXEfU_"], to: object)
        #expect(objectFile(object.path).closures(in: context, areImplicit: false).isEmpty)
    }

    /// The object of the source file, as a unit of an index in the directory names it.
    private func objectFile(_ path: String) -> ObjectFile {
        let store = directory.appending(path: "Index.noindex/DataStore").path
        let unit = IndexUnit(
            mainFile: source.path, module: "App", outputFile: path, store: store,
            date: .now
        )
        return ObjectFile(of: unit)
    }

    /// Writes a file with names among other bytes.
    private func write(_ names: [String], to file: URL) throws {
        let bytes = names.reduce(into: Data([0x7F, 0, 0x5F, 0])) { bytes, name in
            bytes += Data(name.utf8) + [0]
        }
        try Fixture.Program.makeDirectory(file.deletingLastPathComponent())
        try bytes.write(to: file)
    }
}
