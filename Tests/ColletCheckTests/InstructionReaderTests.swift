import Testing

@testable import ColletCheck

struct InstructionReaderTests {
    private func read(_ line: String, comment: String = "") throws -> Instruction {
        try #require(Instruction(SILText(copying: "  " + line), comment: comment))
    }

    @Test func aLineMayEndAnywhere() {
        let lines = [
            "%1 = select_enum %0, case #A.b!enumelt: %2, default %3 : $Int",
            "checked_cast_br [exact] $A in %0 to any P & Q, bb1, bb2",
            "cond_br %0, bb1(%1), bb2", "br bb1(%1 : $Int)",
            "switch_enum %0, case #A.b!enumelt: bb1, default bb2",
            "try_apply %2<Int>(%1) : $() -> @error any Error, normal bb1, error bb2",
            "%5 = witness_method $@opened(\"1\", any P) Self, #P.f : () -> (), %3 : $P",
            "(%1, %2) = begin_apply %0(%1) : $() -> ()",
            "yield %1, resume bb1, unwind bb2",
            "%2 = builtin \"cmp_eq_Int64\"(%0, %1) : $Int",
            "%3 = unconditional_checked_cast %0 to any P",
            "%4 = string_literal utf8 \"a\\n\"",
            "%1 = keypath $K, (root $A; stored_property #A.x : $Int; getter @g : $Int)",
            "%1 = open_existential_ref %0 to $@opened(\"1\", any P) Self",
            "%1 = global_addr @g : $*Int, loc \"a\":1:2",
            "%1 = function_ref @f : $() -> ()", "%1 = integer_literal $Int, 1",
            "%1 = struct $A (%0)", "%1 = enum $A, #A.b!enumelt, %0", "throw_addr",
            "%1 = builtin \"once\"(%0, %0) : $()",
            "%1 = builtin \"startAsyncLetWithLocalBuffer\"<Int>(%0, %0) : $()",
            "%1 = builtin \"errorInMain\"(%0) : $()", "destroy_addr %0",
            "store %0 to [init] %0", "copy_addr %0 to [init] %0", "%1 = load_weak %0",
            "%1 = tuple_extract %0, 1", "%1 = struct_extract %0, #A.b",
            "%1 = index_addr %0, %0", "tuple_addr_constructor [init] %0 with (%0, %0)",
            "%1 = alloc_box ${ var A }, var, name \"a\"", "alloc_global @g",
            "%1 = alloc_ref $A", "%1 = metatype $@thick A.Type", "hop_to_executor %0",
            "(%1, %2) = destructure_tuple %0", "%1 = partial_apply %0(%0) : $() -> ()",
            "%1 = class_method %0, #A.f : (A) -> (), $() -> ()", "end_apply %0 as $()",
            "%1 = unchecked_enum_data %0, #A.b!enumelt", "return %0", "throw %0",
            "%1 = super_method %0, #A.f : (A) -> (), $() -> ()",
            "checked_cast_addr_br take_always Any in %0 to Int in %0, bb1, bb2",
            "unconditional_checked_cast_addr Any in %0 to Int in %0",
            "switch_enum_addr %0, case #A.b!enumelt: bb1, default bb2",
            "inject_enum_addr %0, #A.b!enumelt",
            "%1 = init_enum_data_addr %0, #A.b!enumelt",
        ]
        for line in lines {
            for count in 0...line.utf8.count {
                let text = "\nbb0:\n  \(line.prefix(count))\n"
                let program = SILProgram().function("test", text)
                #expect(throws: Never.self) { try program.run() }
            }
        }
    }

    // MARK: Calls

    @Test func aReferenceHasSymbolAndName() throws {
        let line =
            "%3 = function_ref @$s3App1fyyF : $@convention(thin) () -> (), loc \"a\":1:2"
        let instruction = try read(line, comment: "f()")
        #expect(instruction.opcode == .functionRef)
        #expect(instruction.name == "$s3App1fyyF")
        #expect(instruction.comment == "f()")
        #expect(instruction.results == [3])
    }

    /// Without `-g`, comments are in a column.
    @Test func aCommentMayBeFarFromItsLine() throws {
        let line = "%2 = struct_extract %0, #Feed.log"
        let instruction = try read(line + "       // user: %3", comment: "user: %3")
        #expect(try instruction.name == read(line).name)
    }

    @Test func aCallHasCalleeTypesAndArguments() throws {
        let instruction = try read(
            "%5 = apply [nothrow] %2<Int, (A) -> B>(%1, %4) : $@convention(thin) (Int) -> ()"
        )
        #expect(instruction.operands == [2, 1, 4])
        #expect(instruction.substitutions == ["Int", "(A) -> B"])
    }

    @Test func aCallThatThrowsHasTwoTargets() throws {
        let instruction = try read(
            "try_apply %2() : $@convention(thin) () -> @error any Error, normal bb1, error bb2"
        )
        #expect(instruction.operands == [2])
        #expect(
            instruction.targets == [
                .init(name: "normal", block: 1), .init(name: "error", block: 2),
            ])
    }

    @Test func aBuiltinHasNameAndArguments() throws {
        let instruction = try read(
            #"%3 = builtin "cmp_eq_Int64"(%1, %2) : $Builtin.Int1"#)
        #expect(instruction.name == "cmp_eq_Int64")
        #expect(instruction.operands == [1, 2])
    }

    @Test func aMethodHasItsMember() throws {
        let ofClass = try read(
            "%4 = class_method %0, #Kit.Clock.now : (Clock) -> () -> Int, $@convention(method) (@guaranteed Clock) -> Int"
        )
        #expect(ofClass.name == "#Kit.Clock.now : (Clock) -> () -> Int")
        #expect(ofClass.operands == [0])
        let requirement = try read(
            "%5 = witness_method $@opened(\"1-2\", any P) Self, #P.f : <Self where Self : P> (Self) -> () -> (), %3 : $*@opened(\"1-2\", any P) Self : $@convention(witness_method: P) () -> ()"
        )
        #expect(requirement.type == #"@opened("1-2", any P) Self"#)
        #expect(requirement.name == "#P.f : <Self where Self : P> (Self) -> () -> ()")
    }

    // MARK: Parts

    @Test func partsOfValuesHaveShortNames() throws {
        #expect(try read("%2 = struct_extract %1, #Point.x").name == "x")
        #expect(
            try read("%2 = ref_element_addr [immutable] %1, #Model.title").name == "title"
        )
        #expect(try read("%2 = tuple_extract %1, 1").name == "1")
        let element = try read("%2 = struct_element_addr %1, #Outer.Point.x")
        #expect(element.name == "x")
        #expect(element.type == "Outer.Point")
        let payload = try read("%2 = unchecked_enum_data %1, #Optional.some!enumelt")
        #expect(payload.name == "some")
    }

    @Test func whatIsMadeHasItsType() throws {
        let structure = try read("%3 = struct $Pair<Int, String> (%1, %2)")
        #expect(structure.type == "Pair<Int, String>")
        #expect(structure.operands == [1, 2])
        let choice = try read("%3 = enum $Optional<Int>, #Optional.some!enumelt, %2")
        #expect(choice.type == "Optional<Int>")
        #expect(choice.operands == [2])
        #expect(try read("%1 = metatype $@thick Model.Type").type == "Model.Type")
        #expect(
            try read("%1 = alloc_stack [lexical] $Int, var, name \"x\"").type == "Int")
        #expect(
            try read("%1 = alloc_box ${ var Int }, let, name \"x\"").type == "{ var Int }"
        )
    }

    @Test func literalsHaveTheirText() throws {
        #expect(try read(#"%1 = string_literal utf8 "a \" // b""#).name == #"a " // b"#)
        #expect(try read("%1 = integer_literal $Builtin.Int64, -7").name == "-7")
    }

    @Test func keyPathsHaveTheComponentsThatRead() throws {
        let line = """
            %1 = keypath $KeyPath<A, Int>, (root $A; stored_property #A.b : $B; \
            gettable_property $Int,  id @$s1cF : $(B) -> Int, getter @$s1cFTK : $@convention(keypath) (@in B) -> @out Int)
            """
        #expect(try read(line).substitutions == [".b", "$s1cFTK"])
    }

    // MARK: Branches

    @Test func branchesHaveBlocksWithArguments() throws {
        #expect(
            try read("br bb3(%1, %2)").targets == [.init(block: 3, arguments: [1, 2])])
        let condition = try read("cond_br %4, bb1, bb2(%3)")
        #expect(condition.operands.first == 4)
        #expect(condition.targets == [.init(block: 1), .init(block: 2, arguments: [3])])
    }

    @Test func switchesHaveABlockForEachCase() throws {
        let instruction = try read(
            "switch_enum %1, case #Optional.some!enumelt: bb1, default bb2, forwarding: @owned"
        )
        #expect(
            instruction.targets.prefix(2) == [
                .init(name: "some", block: 1), .init(name: "default", block: 2),
            ])
    }

    @Test func selectionsHaveARegisterForEachCase() throws {
        let instruction = try read(
            "%5 = select_enum %1, case #E.a!enumelt: %2, default %3 : $Builtin.Int1")
        #expect(instruction.operands == [1, 2, 3])
        #expect(instruction.substitutions == ["a", "default"])
    }

    @Test func castsHaveTheTypeThatIsTried() throws {
        let instruction = try read("checked_cast_br AnyObject in %2 to Model, bb1, bb2")
        #expect(instruction.type == "Model")
        #expect(instruction.targets == [.init(block: 1), .init(block: 2)])
        let address = try read(
            "checked_cast_addr_br take_always Any in %1 to Int in %2, bb1, bb2")
        #expect(address.type == "Int")
        #expect(address.operands == [1, 2])
    }

    // MARK: The rest

    @Test func placesAreReadWithoutStars() throws {
        let place = try read("%1 = tuple (), loc * \"a/b.swift\":12:34, scope 3").place
        #expect(place == Place(file: "a/b.swift", line: 12, column: 34))
    }

    @Test func aPlaceInATextIsNone() throws {
        #expect(try read("%1 = string_literal utf8 \"a, loc b\"").place == nil)
    }

    @Test func aMacrosPlaceIsNoPersons() throws {
        let line =
            "%1 = tuple (), loc \"@__swiftmacro_3App1fTestfMp_.swift\":2:1, scope 3"
        let place = try #require(try read(line).place)
        #expect(place.isMacro)
        #expect(!place.isWritten)
    }

    @Test func instructionsWithoutPlacesAreToldApartByWhereTheyStand() {
        let line = "  %1 = load %0 : $*Int\n"
        let file = SILText(copying: "sil @f\nbb0:\n\(line)\(line)")
        let code = Code(file.dropFirst(7), in: file)
        let places = code.blocks[0].instructions.map(\.place)
        #expect(places.map(\.?.line) == [12, 35])
        #expect(places.allSatisfy { $0?.file == Place.unknownFile })
    }

    @Test func whatChangesNothingIsLeftOut() {
        let line = SILText(copying: "  fix_lifetime %1")
        #expect(Instruction(line, comment: "") == nil)
    }

    @Test func whatNobodyKnowsHasItsName() throws {
        let instruction = try read("%1 = frobnicate %0")
        #expect(instruction.opcode == .unknown)
        #expect(instruction.name == "frobnicate")
        #expect(instruction.results == [1])
    }
}
