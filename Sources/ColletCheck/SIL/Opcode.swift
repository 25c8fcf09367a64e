/// The kind of an instruction, by its names in SIL. Instructions that do the same here are
/// of one kind.
enum Opcode: String, CaseIterable {
    case functionRef = "function_ref dynamic_function_ref"
    case apply, tryApply, beginApply, endApply, abortApply, builtin
    case partialApply = "partial_apply thin_to_thick_function"
    case classMethod, superMethod, witnessMethod

    case structExtract, structElementAddr, refElementAddr, tupleExtract
    /// A tail's first element has no number.
    case tupleElementAddr = "tuple_element_addr ref_tail_addr"
    case makeStruct = "struct", makeTuple = "tuple", makeEnum = "enum"
    case destructureStruct, destructureTuple, uncheckedEnumData, injectEnumAddr
    case enumDataAddr = "init_enum_data_addr unchecked_take_enum_data_addr"

    case switchEnum = "switch_enum switch_enum_addr"
    case selectEnum = "select_enum select_enum_addr"
    case checkedCastBr = "checked_cast_br checked_cast_addr_br"
    case unconditionalCheckedCast =
        "unconditional_checked_cast unconditional_checked_cast_addr"
    case switchValue, condBr, br
    case `return`, `throw`, throwAddr, unreachable, yield, unwind

    /// A box is memory for a value, too.
    case allocStack = "alloc_stack alloc_box alloc_existential_box"
    case allocRef = "alloc_ref alloc_ref_dynamic"
    case globalAddr, allocGlobal
    /// An Objective-C block is the closure that it holds.
    case load = "load load_borrow init_block_storage_header"
    case loadUnowned = "load_unowned strong_copy_unowned_value"
    case store = "store store_borrow"
    case loadWeak, storeWeak, storeUnowned, refToUnowned, copyAddr, assign, assignOrInit
    case tupleAddrConstructor, indexAddr, allocPack, scalarPackIndex, packElementSet
    case release = "strong_release release_value destroy_value"
    case destroyAddr

    case metatype, dynamicMetatype = "value_metatype existential_metatype"
    case openExistential = """
        open_existential_addr open_existential_ref open_existential_metatype
        open_existential_box
        """
    case openExistentialBoxValue
    case initExistential = "init_existential_addr"

    case stringLiteral, integerLiteral, floatLiteral, keypath
    case hopToExecutor, debugValue, refToUnmanaged

    /// Instructions that copy, convert, borrow or wrap a value that stays the same here.
    case same = """
        address_to_pointer begin_access begin_borrow begin_cow_mutation
        begin_dealloc_ref convert_escape_to_noescape convert_function copy_block
        copy_block_without_escaping copy_value copyable_to_moveonlywrapper
        drop_deinit end_cow_mutation end_init_let_ref
        explicit_copy_value function_extract_isolation
        init_existential_metatype
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
        """
    /// Instructions that change nothing here: the interpreter doesn't count references,
    /// free memory, or follow some results.
    case ignored = """
        bind_memory cond_fail dealloc_box dealloc_pack dealloc_partial_ref dealloc_ref
        dealloc_stack debug_step end_access end_borrow end_cow_mutation_addr
        end_lifetime extend_lifetime fix_lifetime global_value
        ignored_use objc_method objc_super_method prefetch release_value_addr
        retain_value retain_value_addr set_deallocating specify_test strong_retain
        tail_addr unmanaged_autorelease_value unmanaged_release_value
        """
    /// An unknown instruction, with an unknown result.
    case unknown

    /// The opcode for a name, or `nil` if the instruction changes nothing here.
    init?(named name: String) {
        self = Self.opcodes[name] ?? .unknown
        if self == .ignored { return nil }
    }

    private static let opcodes = Dictionary(
        uniqueKeysWithValues: allCases.flatMap { opcode in
            opcode.names.map { ($0, opcode) }
        })

    /// Its names: `try_apply` for `tryApply`.
    private var names: [String] {
        rawValue.replacing(#/[A-Z]/#) { "_" + $0.output.lowercased() }.words
    }
}
