import Foundation
import Testing

@testable import ColletCheck

/// The result of each instruction: a body, and the value of `%9` at its end.
struct InstructionTests {
    private func result(_ body: String, _ program: SILProgram = .init()) throws -> Value?
    {
        let lines = body.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
        return try program.function("test", "bb0:\n\(lines)\n  return %9").run().value
    }

    private static let point = SILProgram(
        declarations: """
            struct Point {
              @_hasStorage let x: Int { get }
              @_hasStorage let y: Int { get }
            }

            class Model {
              @_hasStorage var title: Int { get set }
            }
            """)

    // MARK: Literals and aggregates

    @Test(arguments: [
        ("%9 = integer_literal $Builtin.Int64, 7", Value.int(7)),
        ("%9 = integer_literal $Builtin.Int128, 999999999999999999999999", .unknown),
        ("%9 = float_literal $Builtin.FPIEEE64, 0x7FF8000000000000", .uncomputed),
        ("%9 = string_literal utf8 \"a\"", .string("a")),
        ("%9 = tuple ()", .void),
        (
            "%9 = enum $Optional<Int>, #Optional.none!enumelt",
            .enumeration("Optional<Int>", "none", nil)
        ),
        ("%9 = metatype $@thick Model.Type", .metatype("Model")),
        ("%9 = metatype $@thick (any P).Type", .metatype("any P")),
        (
            "%9 = keypath $KeyPath<Point, Int>, (root $Point; stored_property #Point.x : $Int)",
            .keyPath([".x"])
        ),
        ("%9 = global_value @g : $Model", .unknown),
    ])
    func literals(body: String, value: Value) throws {
        #expect(try result(body) == value)
    }

    @Test(arguments: [
        (
            "%9 = struct $Point (%1, %2)",
            Value.fields("Point", ["x": .int(1), "y": .int(2)])
        ),
        ("%9 = struct $Int (%1)", .int(1)),
        ("%9 = tuple (%1, %2)", .tuple([.int(1), .int(2)])),
        (
            "%9 = enum $Optional<Int>, #Optional.some!enumelt, %1",
            .enumeration("Optional<Int>", "some", .int(1))
        ),
        ("%3 = struct $Point (%1, %2)\n%9 = struct_extract %3, #Point.y", .int(2)),
        ("%3 = tuple (%1, %2)\n%9 = tuple_extract %3, 1", .int(2)),
        (
            "%3 = enum $Optional<Int>, #Optional.some!enumelt, %2\n%9 = unchecked_enum_data %3, #Optional.some!enumelt",
            .int(2)
        ),
        ("%3 = struct $Point (%1, %2)\n(%4, %9) = destructure_struct %3", .int(2)),
        ("%3 = tuple (%1, %2)\n(%4, %9) = destructure_tuple %3", .int(2)),
        (
            "%3 = enum $E, #E.b!enumelt\n%9 = select_enum %3, case #E.a!enumelt: %1, default %2 : $Int",
            .int(2)
        ),
        (
            "%3 = init_existential_value %1, $Int, $any P\n%9 = open_existential_value %3 to $@opened(\"1\", any P) Self",
            .int(1)
        ),
    ])
    func aggregates(body: String, value: Value) throws {
        let literals = """
            %1 = integer_literal $Builtin.Int64, 1
            %2 = integer_literal $Builtin.Int64, 2

            """
        #expect(try result(literals + body, Self.point) == value)
    }

    // MARK: Memory

    @Test(arguments: [
        ("store %1 to [trivial] %3\n%9 = load [trivial] %3", Value.int(1)),
        ("assign %1 to %3\n%9 = load_borrow %3", .int(1)),
        ("%4 = store_borrow %1 to %3\n%9 = load [copy] %4", .int(1)),
        ("store_weak %1 to %3\n%9 = load_weak %3", .int(1)),
        ("store_unowned %1 to %3\n%9 = load_unowned %3", .int(1)),
        (
            "%4 = alloc_stack $Int\nstore %1 to %4\ncopy_addr %4 to [init] %3\n%9 = load %3",
            .int(1)
        ),
        (
            "%4 = tuple_element_addr %3, 1\nstore %1 to %4\n%9 = load %3",
            .tuple([.unknown, .int(1)])
        ),
        (
            "tuple_addr_constructor [init] %3 with (%1, %2)\n%9 = load %3",
            .tuple([.int(1), .int(2)])
        ),
        (
            "%4 = tuple (%1, %2)\n%5 = tuple (%4, %2)\nstore %5 to %3\ntuple_addr_constructor [assign] %3 with (%2, %2, %1)\n%9 = load %3",
            .tuple([.tuple([.int(2), .int(2)]), .int(1)])
        ),
        (
            "%4 = alloc_stack $Point\n%5 = struct_element_addr %4, #Point.x\nstore %1 to %5\n%9 = load %4",
            .fields("Point", ["x": .int(1)])
        ),
        (
            "%4 = init_enum_data_addr %3, #Optional.some!enumelt\nstore %1 to %4\ninject_enum_addr %3, #Optional.some!enumelt\n%9 = load %3",
            .enumeration("", "some", .int(1))
        ),
        (
            "inject_enum_addr %3, #Optional.none!enumelt\n%9 = load %3",
            .enumeration("", "none", nil)
        ),
        (
            "%4 = init_enum_data_addr %3, #Optional.some!enumelt\nstore %1 to %4\n%5 = unchecked_take_enum_data_addr %3, #Optional.some!enumelt\n%9 = load %5",
            .int(1)
        ),
        (
            "inject_enum_addr %3, #E.a!enumelt\n%9 = select_enum_addr %3, case #E.a!enumelt: %1, default %2 : $Int",
            .int(1)
        ),
        (
            "%4 = alloc_ref $Model\n%5 = ref_element_addr %4, #Model.title\nstore %1 to %5\n%6 = ref_element_addr %4, #Model.title\n%9 = load %6",
            .int(1)
        ),
        (
            "%4 = alloc_box ${ var Int }\n%5 = project_box %4, 0\nstore %1 to %5\n%9 = load %5",
            .int(1)
        ),
        (
            "%4 = alloc_box ${ var Point }\n%5 = project_box %4, 0\n%9 = load %5",
            .fields("Point", [:])
        ),
        (
            "%4 = alloc_box ${ let Point }\n%5 = project_box %4, 0\n%9 = load %5",
            .fields("Point", [:])
        ),
        (
            "%4 = index_addr %3, %1\n%5 = index_addr %4, %1\nstore %1 to %5\n%9 = load %3",
            .tuple([.unknown, .unknown, .int(1)])
        ),
        (
            "%4 = address_to_pointer %3 to $Builtin.RawPointer\n%5 = pointer_to_address %4 to $*Int\n%6 = index_addr %5, %1\nstore %1 to %6\n%9 = load %3",
            .tuple([.unknown, .int(1)])
        ),
        ("%4 = ref_tail_addr %3, $Int\nstore %1 to %4\n%9 = load %3", .tuple([.int(1)])),
        ("%4 = tail_addr %3, %1, $Int\nstore %1 to %4\n%9 = load %3", .unknown),
        (
            "alloc_global @g\n%4 = global_addr @g : $*Int\nstore %1 to %4\n%5 = global_addr @g : $*Int\n%9 = load %5",
            .int(1)
        ),
        (
            "%4 = alloc_existential_box $any Error, $E\n%5 = project_existential_box $E in %4\nstore %1 to %5\n%9 = open_existential_box_value %4 to $@opened(\"1\", any Error) Self",
            .int(1)
        ),
        (
            "%4 = init_existential_addr %3, $Int\nstore %1 to %4\n%5 = open_existential_addr immutable_access %3 to $*@opened(\"1\", any P) Self\n%9 = load %5",
            .int(1)
        ),
        (
            "unconditional_checked_cast_addr Any in %3 to Int in %4\n%9 = load %3",
            .unknown
        ),
        (
            "store %1 to %3\n%4 = init_block_storage_header %3, invoke %2\n%9 = copy_block %4",
            .int(1)
        ),
        (
            "store %1 to %3\ndestroy_addr %3\nhop_to_executor %1\n%9 = begin_access [read] [dynamic] %3",
            .address(1, [])
        ),
    ])
    func memory(body: String, value: Value) throws {
        let start = """
            %1 = integer_literal $Builtin.Int64, 1
            %2 = integer_literal $Builtin.Int64, 2
            %3 = alloc_stack $Any

            """
        let result = try result(start + body, Self.point)
        // The particular cell doesn't matter.
        if case .address(_, let steps) = value {
            guard case .address(_, steps)? = result else {
                Issue.record("no address: \(String(describing: result))")
                return
            }
        } else {
            #expect(result == value)
        }
    }

    @Test func objectsHaveTheTypeThatIsAllocated() throws {
        #expect(try result("%9 = alloc_ref [objc] $Model")?.dynamicType == "Model")
        let dynamic = "%1 = metatype $@thick Model.Type\n%9 = alloc_ref_dynamic %1, $Base"
        #expect(try result(dynamic)?.dynamicType == "Model")
    }

    @Test func whatNothingHasAnyMoreMayBeGone() throws {
        let start = """
            %1 = alloc_ref $Model
            %2 = enum $Optional<Model>, #Optional.some!enumelt, %1
            %3 = alloc_stack $@sil_weak Optional<Model>
            store_weak %2 to [init] %3

            """
        let held = try result(start + "%9 = load_weak %3\ndestroy_value %1")
        #expect(held?.unwrapped?.dynamicType == "Model")
        let dropped = try result(start + "destroy_value %1\n%9 = load_weak %3")
        #expect(dropped?.alternatives.count == 2)
        #expect(dropped?.alternatives.first == Value.none)
        // What it gets on one of two ways only isn't certainly there.
        let either = Value.oneOf([.none, .some(.string("a"))])
        let run = try Self.point.function(
            "test",
            """
            bb0(%0 : $Optional<Model>):
              %1 = alloc_stack $@sil_weak Optional<Model>
              store_weak %0 to [init] %1
              %2 = load_weak %1
              return %2
            """
        ).run([either])
        #expect(run.value == either)
    }

    /// In both forms: the second one is for what Objective-C may count, such as a
    /// protocol's instance.
    @Test(arguments: [
        (
            "%4 = ref_to_unowned %1\nstore %4 to [init] %3",
            "%5 = load_borrow %3\n%9 = strong_copy_unowned_value %5"
        ), ("store_unowned %1 to [init] %3", "%9 = load_unowned %3"),
    ])
    func whatIsUnownedMayBeGone(write: String, read: String) throws {
        func stops(_ rest: String) throws -> Int {
            // The object with the reference stays, but doesn't hold the other one.
            let lines = """
                bb0:
                  %1 = alloc_ref $Model
                  %2 = alloc_ref $Owner
                  %3 = ref_element_addr %2, #Owner.model
                \(write)
                \(rest)
                destroy_value %2
                return %9
                """
            let body = lines.replacing(/\n */, with: "\n  ")
            let run = try Self.point.function("test", body).run()
            #expect(run.value?.dynamicType == "Model")
            return run.events.count {
                if case .unwrapped(nil, isSure: false) = $0.kind { true } else { false }
            }
        }
        #expect(try stops("destroy_value %1\n\(read)") == 1)
        #expect(try stops("\(read)\ndestroy_value %1") == 0)
    }

    @Test func aGlobalHasItsInitialValue() throws {
        let program = SILProgram().adding(
            """
            sil_global [let] @g : $Int = {
              %0 = integer_literal $Builtin.Int64, 5
              %initval = struct $Int (%0)
            }
            """)
        let body = "%1 = global_addr @g : $*Int\n%9 = load [trivial] %1"
        #expect(try result(body, program) == .int(5))
    }

    @Test func aVariableHasNothingUntilItIsInitialized() throws {
        let value = """
            sil_global hidden @g : $Int = {
              %0 = integer_literal $Builtin.Int64, 5
              %initval = struct $Int (%0)
            }
            """
        let body = "alloc_global @g\n%1 = global_addr @g : $*Int\n%9 = load [trivial] %1"
        #expect(try result(body, SILProgram().adding(value)) == .int(5))
        let joined = """
            %3 = integer_literal $Builtin.Int64, 7
            %1 = global_addr @h : $*Int
            %9 = load %1
            """
        #expect(try result("alloc_global @h\n" + joined) == .unknown)
    }

    /// A variable of `main.swift`, except where it is initialized.
    @Test(arguments: [("alloc_global @g", 1), ("", 0)])
    func aVariableIsRead(allocation: String, count: Int) throws {
        let run = try SILProgram().function(
            "test", "bb0:\n  \(allocation)\n  %1 = global_addr @g : $*Int\n  return %1"
        ).run()
        let read = run.events.count {
            if case .got(.variable("g")) = $0.kind { true } else { false }
        }
        #expect(read == count)
    }

    // MARK: Types

    @Test(arguments: [
        ("%9 = value_metatype $@thick Base.Type, %1", Value.metatype("Model")),
        ("%9 = existential_metatype $@thick any P.Type, %1", .metatype("Model")),
        (
            "%2 = metatype $@thick Model.Type\n%9 = init_existential_metatype %2, $@thick any P.Type",
            .metatype("Model")
        ),
        (
            "%2 = init_existential_ref %1 : $Model : $Model, $any P\n%3 = open_existential_ref %2 to $@opened(\"1-2\", any P) Self\n%9 = metatype $@thick (@opened(\"1-2\", any P) Self).Type",
            .metatype("Model")
        ),
        (
            "%2 = metatype $@thick Model.Type\n%3 = open_existential_metatype %2 to $@thick (@opened(\"1\", any P) Self).Type\n%9 = metatype $@thick (@opened(\"1\", any P) Self).Type",
            .metatype("Model")
        ),
        (
            "%2 = metatype $@thick Array<@opened(\"7\", any P) Self>.Type\n%9 = upcast %2 to $Any",
            .metatype("Array<?>")
        ),
    ])
    func types(body: String, value: Value) throws {
        #expect(try result("%1 = alloc_ref $Model\n" + body, Self.point) == value)
    }

    @Test(arguments: [
        "begin_access [read] [static] %1", "copy_value %1", "move_value [lexical] %1",
        "begin_borrow %1", "upcast %1 to $Any", "unchecked_ref_cast %1 to $Any",
        "convert_function %1 to $@callee_guaranteed () -> ()",
        "convert_escape_to_noescape [not_guaranteed] %1 to $@noescape () -> ()",
        "mark_uninitialized [rootself] %1", "mark_dependence %1 on %1",
        "unconditional_checked_cast %1 to Model",
        "thin_to_thick_function %1 to $() -> ()",
    ])
    func aCopyIsWhatIsCopied(instruction: String) throws {
        let body = "%1 = integer_literal $Builtin.Int64, 1\n%9 = \(instruction)"
        #expect(try result(body) == .int(1))
    }

    // MARK: Functions

    @Test func aFunctionHasSymbolAndName() throws {
        let body = """
            // function_ref f()
            %9 = function_ref @$s1fyyF : $@convention(thin) () -> ()
            """
        let closure = try #require(try result(body)?.closure)
        #expect(closure.target == .symbol("$s1fyyF"))
        #expect(closure.name == "f()")
    }

    @Test func aClosureHasTypesAndCaptures() throws {
        let body = """
            %1 = integer_literal $Builtin.Int64, 1
            %2 = function_ref @f : $@convention(thin) <T> (Int) -> ()
            %9 = partial_apply [callee_guaranteed] %2<String>(%1) : $@convention(thin) <T> (Int) -> ()
            """
        let closure = try #require(try result(body)?.closure)
        #expect(closure.substitutions == ["String"])
        #expect(closure.captures == [.int(1)])
    }

    @Test func membersAreFoundWhenTheyAreCalled() throws {
        let member = try result("%9 = class_method %0, #A.f : (A) -> () -> (), $() -> ()")
        #expect(member?.closure?.target == .classMethod("#A.f : (A) -> () -> ()"))
        let requirement = try result(
            "%9 = witness_method $Model, #P.f : (Self) -> () : $@convention(witness_method: P) () -> ()"
        )
        #expect(
            requirement?.closure?.target == .witness("#P.f : (Self) -> ()", type: "Model")
        )
    }

    @Test func aSuperclassesMemberIsItsOwn() throws {
        let program = SILProgram().adding(
            "sil_vtable Base {\n  #Base.f: (Base) -> () : @baseF\n}")
        let own = try result(
            "%9 = super_method %0, #Base.f : (Base) -> (), $() -> ()", program)
        #expect(own?.closure?.target == .symbol("baseF"))
        let foreign = try result(
            "%9 = super_method %0, #Other.f : (Other) -> (), $() -> ()")
        #expect(foreign == .unknown)
        let ofXCTest = try result(
            "%9 = super_method %0, #XCTest.setUp : (XCTest) -> (), $() -> ()")
        #expect(ofXCTest?.closure?.target == .model("XCTest.setUp"))
    }

    @Test func membersOfObjectiveCAreUnknown() throws {
        #expect(
            try result("%9 = objc_method %0, #A.f!foreign : (A) -> (), $() -> ()")
                == .unknown)
        let body = "%9 = objc_super_method %0, #A.f!foreign : (A) -> (), $() -> ()"
        #expect(try result(body) == .unknown)
    }

    // MARK: Builtins

    @Test(arguments: [
        ("cmp_eq_Int64", Value.bool(false)), ("cmp_ne_Int64", .bool(true)),
        ("cmp_slt_Int64", .bool(false)), ("cmp_sle_Int64", .bool(false)),
        ("cmp_ugt_Int64", .bool(true)), ("cmp_uge_Int64", .bool(true)),
        ("sadd_with_overflow_Int64", .tuple([.int(8), .bool(false)])),
        ("ssub_with_overflow_Int64", .tuple([.int(4), .bool(false)])),
        ("umul_with_overflow_Int64", .tuple([.int(12), .bool(false)])),
        ("xor_Int64", .int(4)), ("and_Int64", .int(2)), ("or_Int64", .int(6)),
        ("zext_Int8_Int64", .int(6)),
        ("s_to_u_checked_trunc_Int64_Int8", .tuple([.int(6), .bool(false)])),
        ("cttz_Int64", .unknown),
    ])
    func arithmetic(name: String, value: Value) throws {
        let body = """
            %1 = integer_literal $Builtin.Int64, 6
            %2 = integer_literal $Builtin.Int64, 2
            %9 = builtin "\(name)"(%1, %2) : $Builtin.Int64
            """
        #expect(try result(body) == value)
    }

    @Test func anUnknownSumMayOverflow() throws {
        let body = "%9 = builtin \"sadd_with_overflow_Int64\"(%0, %0) : $Builtin.Int64"
        #expect(try result(body) == .unknown)
    }

    @Test(arguments: [
        ("cmp_ult_Int64", Value.bool(false)), ("cmp_ule_Int64", .bool(false)),
        ("cmp_ugt_Int64", .bool(true)), ("cmp_uge_Int64", .bool(true)),
        ("cmp_slt_Int64", .bool(true)), ("xor_Int1", .bool(true)),
    ])
    func theHighestBitIsOneOfTheNumber(name: String, value: Value) throws {
        let body = """
            %1 = integer_literal $Builtin.Int64, -1
            %2 = integer_literal $Builtin.Int64, 0
            %9 = builtin "\(name)"(%1, %2) : $Builtin.Int1
            """
        #expect(try result(body) == value)
    }

    @Test(arguments: [
        ("Home", "Int"), ("MyHome", nil), ("Home.Part", "String"),
    ])
    func associatedTypesAreReplacedAsWholeNames(type: String, item: String?) throws {
        let tables = """
            sil_witness_table hidden Home: Source module App {
              associated_type Item: Int
            }

            sil_witness_table hidden Home.Part: Source module App {
              associated_type Item: String
            }
            """
        let program = SILProgram().adding(tables).function(
            "item", "@convention(thin) <T where T : Source> () -> ()",
            "bb0:\n  %1 = metatype $@thick T.Item.Type\n  return %1")
        let body = """
            %1 = function_ref @item : $@convention(thin) () -> ()
            %9 = apply %1<\(type)>() : $@convention(thin) () -> ()
            """
        let value = try #require(try result(body, program))
        #expect(item.map { value == .metatype($0) } ?? value.isUnknown)
    }

    @Test func aGlobalIsInitializedOnce() throws {
        let program = SILProgram().function(
            "initializer", "@convention(c) (Builtin.RawPointer) -> ()",
            """
            bb0(%0 : $Builtin.RawPointer):
              %1 = global_addr @count : $*Int
              %2 = load %1
              %3 = integer_literal $Builtin.Int64, 1
              %4 = builtin "or_Int64"(%2, %3) : $Builtin.Int64
              store %3 to %1
              %5 = tuple ()
              return %5
            """)
        let body = """
            %1 = global_addr @token : $*Builtin.Word
            %2 = function_ref @initializer : $@convention(c) (Builtin.RawPointer) -> ()
            %3 = builtin "once"(%1, %2) : $()
            %4 = builtin "once"(%1, %2) : $()
            %5 = global_addr @count : $*Int
            %9 = load %5
            """
        let run = try program.function(
            "test",
            "bb0:\n" + body.split(separator: "\n").map { "  \($0)\n" }.joined()
                + "  return %9"
        ).run()
        #expect(run.value == .int(1))
        #expect(run.interpreter.visited.contains("initializer"))
    }

    // MARK: Unknown instructions

    @Test func anUnknownInstructionIsCounted() throws {
        let run = try SILProgram().function(
            "test", "bb0:\n  %9 = frobnicate %0\n  return %9"
        ).run()
        #expect(run.value == .unknown)
        #expect(run.interpreter.journal.unknown == ["frobnicate"])
    }

    @Test func anUnknownFunctionIsCounted() throws {
        let body = """
            bb0:
              // function_ref f()
              %1 = function_ref @f : $@convention(thin) () -> Int
              %9 = apply %1() : $@convention(thin) () -> Int
              return %9
            """
        let run = try SILProgram().function("test", body).run()
        #expect(run.value?.isUnknown == true)
        #expect(run.interpreter.journal.unknown == ["f"])
    }

    // MARK: Tracing

    @Test func aTraceHasEachInstructionWithItsResult() async throws {
        let trace = try await #require(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) {
            setenv("COLLET_CHECK_TRACE", "all", 1)
            let body = "bb0:\n  %9 = integer_literal $Builtin.Int64, 7\n  return %9"
            _ = try SILProgram().function("test", body).run()
        }.standardErrorContent
        let lines = String(decoding: trace, as: UTF8.self)
        #expect(lines.contains("%9 = integer_literal $Builtin.Int64, 7 => int(7)"))
    }
}
