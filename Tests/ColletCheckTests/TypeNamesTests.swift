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
        ("(any P & Sendable) -> any Q", "(any P) -> any Q"),
        ("any Model & Sendable", "Model"), ("any Model & P", "any Model & P"),
        ("any Queue & Sendable", "Queue"), ("any Queues & Sendable", "any Queues"),
        ("Array<any Box<A, B<C>> & Sendable>", "Array<Box<A, B<C>>>"),
        ("any KeyPath<A, Int> & Sendable", "KeyPath<A, Int>"),
        ("any View & AnyObject", "any View"), ("any P & AnyObject", "any P & AnyObject"),
        ("any P & Worker & AnyObject", "any P & Worker"),
        ("(borrowing A) throws(Never) -> B", "(A) -> B"),
        ("(consuming A) throws(any Error) -> B", "(__owned A) throws -> B"),
        // Whether the marker counts depends on the build.
        ("any Feed<Int> & Sendable", "any Feed<Int> & Sendable"),
        ("any P & Feed<Int> & Sendable", "any Feed<Int> & P & Sendable"),
    ])
    func typesAreAsAtRunTime(type: String, key: String) {
        let program = program(
            """
            class Model {
            }
            actor Queue {
            }
            class Box<A, B> {
            }
            protocol View : AnyObject {
            }
            protocol Worker : Actor {
            }
            protocol Feed<Item> {
            }
            """)
        #expect(program.names.atRunTime(type) == key)
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

// MARK: - Types of several modules

struct DistinctTypesTests {
    /// The interfaces as they are read, with types named by their modules.
    private func named(_ interfaces: [(module: String, text: String)]) -> [String] {
        let files = interfaces.map { module, text in
            let text = """
                \(text)

                sil_global @g : $Int

                // Mappings from '#fileID' to '#filePath':
                //   '\(module)/A.swift' => '/A.swift'
                """
            return SILFile(path: module, text: SILText(copying: text + "\n"))
        }
        return files.withDistinctTypes.map { $0.text.before("\n\n").string }
    }

    @Test(arguments: [
        ("struct Store {\n}", "struct Store {\n}"),
        ("struct Store {\n}", "public struct Store {\n}"),
        ("struct Store {\n}", "import Kit\nstruct Store {\n}"),
        ("package struct Store {\n}", "struct Store {\n}"),
    ])
    func aTypeThatTwoModulesDeclareIsNamedByItsModule(kit: String, app: String) {
        let named = named([("Kit", kit), ("App", app)])
        #expect(named[0] == kit.replacing("Store", with: "Kit.Store"))
        #expect(named[1] == app.replacing("Store", with: "App.Store"))
    }

    @Test(arguments: [
        ("public struct Store {\n}", "import Kit\nstruct Store {\n}"),
        ("package struct Store {\n}", "import Kit\nstruct Store {\n}"),
        ("struct Store {\n}", "@testable import Kit\nstruct Store {\n}"),
        (
            "struct Store {\n}",
            "struct Store {\n}\nstruct Feature {\n  enum Store {\n  }\n}"
        ),
        ("struct Store {\n}\nstruct Store {\n}", "struct Store {\n}"),
        ("struct Task {\n}", "struct Task {\n}"),
        ("struct App {\n}", "struct App {\n}"),
        ("struct Store {\n}\nstruct DependenciesBuilder {\n}", "struct Store {\n}"),
        ("struct Store {\n}", "struct Shop {\n}"),
        // Another library has one, too.
        ("struct Bundle {\n}", "struct Bundle {\n}\n// $s10Foundation6BundleC"),
    ])
    func aNameThatMayMeanSomethingElseStays(kit: String, app: String) {
        #expect(named([("Kit", kit), ("App", app)]) == [kit, app])
    }

    @Test(arguments: [
        ("import Kit", "Kit.Store"), ("import Way", "Kit.Store"), ("import App", nil),
        ("", nil), ("@testable import App", "App.Store"),
        ("import Kit\n@testable import App", nil),
    ])
    func aModuleMeansTheTypeThatItSees(imports: String, name: String?) {
        let store = "struct Store {\n}"
        let user = imports + "\nlet store: Store"
        let named = named([
            ("Kit", "public \(store)"), ("App", store), ("Way", "import Kit"),
            ("Use", user),
        ])
        #expect(named[3] == user.replacing("Store", with: name ?? "Store"))
        #expect(named[1].contains("App.Store") == (name != nil))
    }

    @Test(arguments: [
        ("$Store", 1), ("$Array<Store>, $Store", 2), ("#Store.open", 1), ("Store", 1),
        ("// Store.open()", 1), ("$Other.Store", 0),
        (#"%1 = string_literal "a Store""#, 0),
        (#"name "Store""#, 0), ("'Store/A.swift'", 0),
        (#"loc "A+Store.swift":1:2"#, 0), (#"loc "A.swift":1, $Store"#, 1),
        ("'App/A+Store.swift' => '/A.swift'", 0), ("@Store", 0),
        ("Stores", 0), ("MyStore", 0), ("_Store", 0), ("Store_", 0), ("Store1", 0),
        ("éStore", 0), ("  associated_type Store: Int", 0),
        ("  associated_type Item: Store", 1),
    ])
    func aNameIsTheTypesOnlyWhereATypeStands(text: String, count: Int) {
        #expect(SILText(copying: text).places(of: "Store").count == count)
    }
}
