import Testing

@testable import ColletCheck

struct TypeNamesTests {
    private func program(_ interface: String) -> Program {
        let function = """
            sil @$s3App1fyyF : $@convention(thin) () -> () {
            bb0:
              return %0
            } // end sil function '$s3App1fyyF'
            """
        let mapping = """

            // Mappings from '#fileID' to '#filePath':
            //   'App/App.swift' => '/App.swift'
            """
        return Program(SILText(copying: "\(interface)\n\n\(function)\n\(mapping)\n"))
    }

    @Test(arguments: [
        ("any P & Sendable", "any P"), ("any Q & P & Sendable", "any Q & P"),
        ("any Sendable", "Any"), ("Array<any P & Sendable>", "Array<any P>"),
        ("any AnyObject & Sendable", "AnyObject"), ("Int", "Int"),
    ])
    func markerProtocolsAreNoPartOfAKey(type: String, key: String) {
        #expect(TypeNames.withoutMarkers(type) == key)
    }

    @Test func aNameThatIsOneTypeStandsForItself() {
        let program = program("struct Model {\n}")
        let function = program.functions["$s3App1fyyF"]
        #expect(program.names.keyType("Model", in: function) == "Model")
    }

    @Test(arguments: [
        ("Date", "", "App.Date"), ("Date", "// $s10Foundation4DateVACycfC", "?Date"),
        ("Never", "", "App.Never"), ("Never", "// $s5NeverON", "?Never"),
        ("Duration", "", "App.Duration"), ("Duration", "// $s8DurationVN", "?Duration"),
        // Symbols only have a letter or two for these.
        ("Set", "", "?Set"), ("Task", "", "?Task"), ("Error", "", "?Error"),
    ])
    func aNameMayBeTheLibrarysIfASymbolMentionsThat(
        name: String, symbol: String, key: String
    ) {
        let program = program("struct \(name) {\n}\n\(symbol)")
        let function = program.functions["$s3App1fyyF"]
        #expect(program.names.keyType(name, in: function) == key)
        #expect(program.names.keyType("Array<\(name)>", in: function) == "Array<\(key)>")
    }

    /// As in names of suites: the text in backticks may be a pattern's sign.
    @Test func aNameMayHaveAnyCharacters() {
        let program = program("struct `C(x` {\n}\nstruct `C(x` {\n}")
        let function = program.functions["$s3App1fyyF"]
        let key = program.names.keyType(
            "Array<`C(x`>", in: function, exact: "$s3App1fyyF")
        #expect(key == "Array<?`C(x`>")
    }

    @Test(arguments: [
        ("#A.f: (App.A) -> App.B<App.C>", "#A.f: (A) -> B<C>"),
        ("#App.A.f", "#App.A.f"), ("Kit.App.A", "Kit.App.A"), ("MyApp.A", "MyApp.A"),
    ])
    func aMemberIsNamedAsItsOwnModuleDoes(member: String, plain: String) {
        let program = program("struct A {\n}")
        #expect(program.names.unqualified(member) == plain)
    }

    @Test func aSymbolSaysWhichTypeIsMeant() {
        let program = program("struct Date {\n}\n// $s10Foundation4DateVACycfC")
        // f(App.Date) -> () and f(Kit.Date) -> ()
        let symbols = [nil, "$s3App1fyyAA4DateVF", "$s3App1fyy3Kit4DateVF"]
        let keys = symbols.map {
            program.names.keyType(
                "Date", in: program.functions["$s3App1fyyF"], exact: $0)
        }
        #expect(keys == ["?Date", "App.Date", "Kit.Date"])
    }
}
