/// The kind of an instruction, by its name in SIL.
enum Opcode: String, CaseIterable {
    case functionRef, dynamicFunctionRef, apply, tryApply, beginApply
    case endApply, abortApply, partialApply, thinToThickFunction, builtin
    case classMethod, superMethod, witnessMethod

    case structExtract, structElementAddr, refElementAddr
    case tupleExtract, tupleElementAddr
    case makeStruct = "struct", makeTuple = "tuple", makeEnum = "enum"
    case destructureStruct, destructureTuple, uncheckedEnumData, initEnumDataAddr
    case injectEnumAddr, uncheckedTakeEnumDataAddr

    case switchEnum, switchEnumAddr, switchValue, selectEnum, selectEnumAddr, condBr, br
    case checkedCastBr, checkedCastAddrBr
    case unconditionalCheckedCast, unconditionalCheckedCastAddr
    case `return`, `throw`, throwAddr, unreachable, yield, unwind

    case allocStack, allocBox, allocRef, allocRefDynamic
    case globalAddr, allocGlobal, load, loadBorrow, loadWeak, loadUnowned
    case store, storeBorrow, storeWeak, storeUnowned, copyAddr, assign, assignOrInit
    case refToUnowned, strongCopyUnownedValue
    case tupleAddrConstructor
    case refTailAddr, indexAddr
    case allocPack, scalarPackIndex, packElementSet
    case strongRelease, releaseValue, destroyAddr, destroyValue

    case metatype, valueMetatype, existentialMetatype
    case initExistentialAddr, openExistentialAddr, openExistentialRef
    case openExistentialMetatype, openExistentialBox, openExistentialBoxValue
    case allocExistentialBox

    case stringLiteral, integerLiteral, floatLiteral, keypath, initBlockStorageHeader
    case hopToExecutor, debugValue, refToUnmanaged

    /// The result is the operand.
    case same
    /// An unknown instruction, with an unknown result.
    case unknown

    /// The opcode for a name, or `nil` if the instruction changes nothing here.
    init?(named name: String) {
        guard let opcode = Self.opcodes[name] ?? .unknown else { return nil }
        self = opcode
    }

    /// By the names in SIL: `function_ref`.
    private static let opcodes = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.name, $0) }
            + copies.map { ($0, .same) } + ignored.map { ($0, nil) })

    /// `function_ref` for `functionRef`
    private var name: String {
        rawValue.replacing(#/[A-Z]/#) { "_" + $0.output.lowercased() }
    }

    /// Instructions that copy, convert, borrow or wrap a value that stays the same here.
    private static let copies = """
        address_to_pointer begin_access begin_borrow begin_cow_mutation
        begin_dealloc_ref convert_escape_to_noescape convert_function copy_block
        copy_block_without_escaping copy_value copyable_to_moveonlywrapper
        drop_deinit end_cow_mutation end_init_let_ref
        explicit_copy_value function_extract_isolation init_existential_metatype
        init_existential_ref init_existential_value mark_dependence
        mark_dependence_addr mark_uninitialized mark_unresolved_non_copyable_value
        merge_isolation_region move_value moveonlywrapper_to_copyable
        objc_to_thick_metatype open_existential_value pointer_to_address
        project_block_storage project_box project_existential_box
        raw_pointer_to_ref ref_to_raw_pointer
        strong_copy_unmanaged_value strong_copy_weak_value
        thick_to_objc_metatype unchecked_addr_cast unchecked_bitwise_cast
        unchecked_ownership_conversion unchecked_ref_cast unchecked_trivial_bit_cast
        unchecked_value_cast unmanaged_retain_value unmanaged_to_ref
        unowned_copy_value unowned_to_ref upcast weak_copy_value
        """.words

    /// Instructions that change nothing here: the interpreter doesn't count references,
    /// free memory, or follow some results.
    private static let ignored = """
        bind_memory cond_fail dealloc_box dealloc_pack dealloc_partial_ref dealloc_ref
        dealloc_stack debug_step end_access end_borrow end_cow_mutation_addr
        end_lifetime extend_lifetime fix_lifetime global_value
        ignored_use objc_method objc_super_method prefetch release_value_addr
        retain_value retain_value_addr set_deallocating specify_test strong_retain
        tail_addr unmanaged_autorelease_value unmanaged_release_value
        """.words
}
