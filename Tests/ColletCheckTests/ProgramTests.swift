import Testing

@testable import ColletCheck

struct ProgramTests {
    private let program = Program(
        SILText(
            copying: """
                sil_stage raw

                import Builtin
                import Swift
                import Kit.Clocks

                struct Point {
                  @_hasStorage let x: Int { get }
                  @_hasStorage @_hasInitialValue var y: Int { get set }
                  @_hasStorage static let zero: Point { get }
                  struct Inner {
                  }
                }

                final class Model<T> : Base<T>, Sendable {
                }

                class Base<T> {
                }

                private enum Choice {
                  case one, two(Int)
                }

                // f()
                sil hidden [ossa] @$s3App1fyyF : $@convention(thin) () -> () {
                bb0:
                  br bb1(%1 : $Int)
                bb1(%3 : $Int):                                   // Preds: bb0
                  return %3 : $Int
                } // end sil function '$s3App1fyyF'

                // g()
                sil [asmname "elsewhere"] @$s3Kit1gyyF : $@convention(thin) () -> ()

                sil_global hidden [let] @$s3App1xSivp : $Int = {
                  %0 = integer_literal $Builtin.Int64, 5
                  %initval = struct $Int (%0)
                }

                sil_vtable [serialized] Base {
                  #Base.name!getter: <T> (Base<T>) -> () -> String : @$s3App4BaseC4nameSSvg	// Base.name.getter
                }

                sil_vtable Model {
                  #Base.name!getter: <T> (Base<T>) -> () -> String : @$s3App5ModelC4nameSSvg [override]	// Model.name.getter
                  #Model.load: <T> (App.Model<T>) -> () -> () : @$s3App5ModelC4loadyyF	// Model.load()
                }

                sil_witness_table hidden <T> Model<T>: Loading module App {
                  associated_type Item: Int
                  method #Loading.load: <Self where Self : Loading> (Self) -> () -> () : @$s3App5ModelCAA7LoadingTW	// witness
                }

                // Mappings from '#fileID' to '#filePath':
                //   'App/Feed.swift' => '/Shop/Feed.swift'
                //   'App/List.swift' => '/Shop/List.swift'
                """))

    @Test func functionsHaveBodiesOrNone() throws {
        let f = try #require(program.functions["$s3App1fyyF"])
        #expect(f.body != nil)
        #expect(program.functions["$s3Kit1gyyF"]?.body == nil)
        #expect(program.order.map(\.symbol) == ["$s3App1fyyF"])
    }

    @Test(arguments: [
        ("sil shared [thunk] @f : $@convention(thin) (A) -> ()", ["shared", "witness"]),
        ("sil public_external @f : $@convention(thin) (A) -> ()", []),
        ("sil private @f : $@convention(thin) (A) -> ()", ["private"]),
        ("sil hidden [reabstraction_thunk] @f : $@convention(thin) () -> ()", ["thunk"]),
        ("sil hidden @f : $@convention(objc_method) (A) -> ()", ["Objective-C"]),
        ("sil hidden @f : $@convention(method) (@in_guaranteed A) -> ()", ["address"]),
        ("sil hidden @f : $@convention(method) (@inout A) -> ()", ["address"]),
        ("sil hidden @f : $@convention(method) (@guaranteed A) -> ()", []),
    ])
    func aHeaderSaysWhatAFunctionIsFor(header: String, marks: [String]) {
        let function = Function(
            symbol: "f", file: program.files[0], header: SILText(copying: header),
            body: nil, comments: SILText(copying: ""))
        let all = [
            ("shared", function.isShared), ("private", function.isPrivate),
            ("thunk", function.isThunk), ("witness", function.isWitness),
            ("Objective-C", function.isForObjectiveC), ("address", function.takesAddress),
        ]
        #expect(all.filter(\.1).map(\.0) == marks)
    }

    @Test(arguments: [
        ("$s3Kit4FeedC4loadyyF", "Kit.Feed"), ("$s3Kit4FeedC5clockSivg", "Kit.Feed"),
        ("$s3Kit4FeedC5clockSivs", "Kit.Feed"), ("$s3Kit4FeedC5clockSivM", "Kit.Feed"),
        ("$s3Kit4FeedV3RowV4load2idySi_tF", "Kit.Feed.Row"), ("$s3Kit4loadyyF", nil),
        (
            "$s3Kit4FeedC5clock33_0123456789ABCDEF0123456789ABCDEFLLSivpfi",
            "Kit.Feed"
        ),
    ])
    func aMembersSymbolHasItsType(symbol: String, type: String?) {
        let function = Function(
            symbol: symbol, file: program.files[0], header: SILText(copying: ""),
            body: nil, comments: SILText(copying: ""))
        #expect(function.type == type)
    }

    @Test(arguments: [
        ("$s6Collet8ResolverO7resolveyxxmlFZ", "Collet"), ("$s3Kit4loadyyF", "Kit"),
        ("$s13ColletTesting4loadyyF", "ColletTesting"), ("$sSi", nil), ("main", nil),
    ])
    func aSymbolBeginsWithItsModule(symbol: String, module: String?) {
        #expect(SILFile.module(of: symbol) == module)
    }

    /// A module may declare a function that another one defines, before or after it.
    @Test(arguments: [true, false])
    func aDefinitionCountsWhereverItStands(isFirst: Bool) {
        let declared = "sil @f : $@convention(thin) () -> ()\n"
        let defined = """
            sil @f : $@convention(thin) () -> () {
            bb0:
              return %0
            } // end sil function 'f'

            """
        let texts =
            isFirst ? [defined, declared, defined] : [declared, defined, declared]
        let program = Program(
            texts.map { SILFile(path: "", text: SILText(copying: "\n" + $0)) })
        #expect(program.functions["f"]?.body != nil)
        #expect(program.functions["f"]?.file === program.files[isFirst ? 0 : 1])
        #expect(program.order.count == 1)
    }

    @Test func aFileEndsWithItsModulesSources() {
        #expect(program.files[0].module == "App")
        #expect(program.files[0].sources == ["/Shop/Feed.swift", "/Shop/List.swift"])
    }

    @Test func blocksStandInTheOrderOfTheirNumbers() throws {
        let code = try #require(program.functions["$s3App1fyyF"]).code
        #expect(code.blocks.count == 2)
        #expect(code.blocks[0].successors == [1])
        #expect(code.blocks[1].arguments == [3])
        #expect(code.registers == 4)
    }

    @Test func namesForTheLinkerLeadToSymbols() {
        #expect(program.asmNames == ["elsewhere": "$s3Kit1gyyF"])
    }

    @Test func globalsHaveInitialValues() {
        #expect(program.globals.keys.sorted() == ["$s3App1xSivp"])
    }

    @Test func theInterfaceDeclaresTypes() {
        #expect(program.declarations["Point"]?.properties == ["x", "y"])
        #expect(program.declarations["Point.Inner"]?.kind == "struct")
        #expect(program.declarations["Model"]?.superclass == "Base")
        #expect(program.files[0].imports == ["Builtin", "Kit", "Swift"])
        let outermost = program.files[0].interface.outermost
        #expect(outermost == ["Point", "Model", "Base", "Choice"])
    }

    /// Behind the first global, a text may read like a declaration.
    @Test func theInterfaceEndsBeforeTheFirstGlobal() {
        let text = SILText(
            copying: """

                import Swift

                sil_global @x : $Int

                sil @f : $@convention(thin) () -> () {
                bb0:
                  %0 = string_literal utf8 "an import of goods"
                } // end sil function 'f'

                """)
        #expect(SILFile(path: "", text: text).imports == ["Swift"])
    }

    @Test func methodsAreFoundInTheClassOrItsSuperclass() {
        let name = "#Base.name!getter : <T> (Base<T>) -> () -> String"
        let symbols = program.methods(name, of: "Model<Int>")
        #expect(symbols == ["$s3App5ModelC4nameSSvg"])
        #expect(program.methods(name, of: "Base") == ["$s3App4BaseC4nameSSvg"])
    }

    @Test func membersMayHaveTheirModulesOrNone() {
        let member = "#Model.load: <T> (Model<T>) -> () -> ()"
        #expect(program.methods(member, of: "Model") == ["$s3App5ModelC4loadyyF"])
    }

    @Test func conformancesHaveWitnesses() {
        let member = "#Loading.load: <Self where Self : Loading> (Self) -> () -> ()"
        let symbols = program.methods(member, of: "Model<Int>", proto: "Loading")
        #expect(symbols == ["$s3App5ModelCAA7LoadingTW"])
        #expect(program.associatedType("Item", of: "Model<Int>") == "Int")
    }

    @Test func conformanceIsToldOrUnknown() {
        #expect(program.conforms("Model<Int>", to: "Loading") == true)
        #expect(program.conforms("Point", to: "Loading") == false)
        #expect(program.conforms("URL", to: "Loading") == nil)
    }

    @Test func subclassesAreFound() {
        #expect(program.ancestry(of: "Model<Int>").contains("Base"))
        #expect(!program.ancestry(of: "Base").contains("Model"))
        #expect(program.classes(below: "Base") == ["Base", "Model"])
    }

    /// As in `protocol Screen: Base`.
    @Test func aProtocolForSubclassesIsNone() {
        let types = "class Base {\n}\n\nprotocol Screen : Base {\n}\n\n"
        #expect(Program(SILText(copying: types)).classes(below: "Base") == ["Base"])
    }

    @Test func aClassMayHaveTheNameOfItsSuperclass() {
        let program = Program(SILText(copying: "class Model : Model {\n}\n\n"))
        #expect(program.classes(below: "Model") == ["Model"])
        #expect(Set(program.ancestry(of: "Model")) == ["Model"])
    }

    @Test func aMemberMayNameTheModuleOfItsType() {
        for owner in ["Model", "App.Model"] {
            #expect(program.declaration(ofMember: "#\(owner).load: …") != nil)
        }
        #expect(program.declaration(ofMember: "#App.Other.load: …") == nil)
    }

    /// The program's own code calls the requirements of its own protocols.
    @Test func othersCallWhatTheirProtocolsRequire() {
        let tables = """
            sil_witness_table hidden Model: Own module App {
              method #Own.load: (Self) -> () : @load
            }

            sil_witness_table hidden Model: Foreign module App {
              method #Foreign.start: (Self) -> () : @start
            }

            sil_witness_table hidden Model: Equatable module App {
              method #Equatable."==": (Self.Type) -> (Self, Self) -> Bool : @equal
            }
            """
        let ask = "bb0(%0 : $Model):\n\(SILProgram.ask("Clock"))\n  return %0"
        var program = SILProgram(declarations: "protocol Own {\n}").adding(tables)
        for name in ["load", "start", "equal"] { program = program.function(name, ask) }
        let read = program.interpreter().program
        let reach = read.reach
        #expect(
            reach.callbacks.mapValues { $0.sorted() } == ["Model": ["equal", "start"]])
        #expect(reach.comparisons == ["Model": ["equal"]])
        #expect(reach.relevant == ["load", "start", "equal"])
        #expect(reach.registrars.isEmpty)
    }

    /// As are the places of a macro's code, and of what the compiler wrote.
    @Test func aPlaceInNoFileIsNotInTests() {
        let sources = SourceFiles(program)
        #expect(!sources.isInTests(nil))
        #expect(!sources.isInTests(.unknown))
    }

    /// A newer compiler may name it in another way.
    @Test(arguments: ["@__swiftmacro_.swift", "@__swiftmacro_7NextWay.swift"])
    func aMacroOfAnotherNameIsNowhere(file: String) {
        let place = Place(file: file, line: 1, column: 1)
        #expect(SourceFiles(program).written(place) == nil)
    }

    /// Those of an app may also be sources of its tests.
    @Test func aSourceOfTwoTargetsBelongsToTheFirst() {
        let files = [("App", ""), ("AppTests", "import Testing")].map { module, imports in
            let text = """
                \(imports)

                sil @f : $@convention(thin) () -> () {
                // %0                                             // user: %1
                bb0:
                  return %0, loc "/App.swift":1:1, scope 1
                } // end sil function 'f'

                // Mappings from '#fileID' to '#filePath':
                //   '\(module)/App.swift' => '/App.swift'

                """
            return SILFile(path: "", text: SILText(copying: text))
        }
        let sources = SourceFiles(Program(files))
        #expect(sources.files["/App.swift"]?.module == "App")
        #expect(!sources.isInTests(Place(file: "/App.swift", line: 1, column: 1)))
    }

    /// The interface doesn't contain a class that is declared in a function, so the class
    /// may seem to be another module's.
    @Test func nobodyElseCallsADeinit() {
        let ask = "bb0(%0 : $Model):\n\(SILProgram.ask("Clock"))\n  return %0"
        let table = """
            sil_vtable Model {
              #Model.load: (Model) -> () -> () : @load
              #Model.deinit!deallocator: @end
            }
            """
        let program = SILProgram().adding(table).function("load", ask)
            .function("end", ask).interpreter().program
        #expect(program.reach.callbacks == ["Model": ["load"]])
        #expect(program.reach.deinits == ["Model": "end"])
    }
}
