/// What an instruction does, by its name in SIL.
enum Opcode: String, CaseIterable {
    case functionRef = "function_ref", dynamicFunctionRef = "dynamic_function_ref"
    case apply, tryApply = "try_apply", beginApply = "begin_apply"
    case endApply = "end_apply", abortApply = "abort_apply"
    case partialApply = "partial_apply", thinToThickFunction = "thin_to_thick_function"
    case builtin
    case classMethod = "class_method", superMethod = "super_method"
    case objcMethod = "objc_method", objcSuperMethod = "objc_super_method"
    case witnessMethod = "witness_method"

    case structExtract = "struct_extract", structElementAddr = "struct_element_addr"
    case refElementAddr = "ref_element_addr"
    case tupleExtract = "tuple_extract", tupleElementAddr = "tuple_element_addr"
    case makeStruct = "struct", makeTuple = "tuple", makeEnum = "enum"
    case destructureStruct = "destructure_struct"
    case destructureTuple = "destructure_tuple"
    case uncheckedEnumData = "unchecked_enum_data"
    case initEnumDataAddr = "init_enum_data_addr"
    case injectEnumAddr = "inject_enum_addr"
    case uncheckedTakeEnumDataAddr = "unchecked_take_enum_data_addr"

    case switchEnum = "switch_enum", switchEnumAddr = "switch_enum_addr"
    case switchValue = "switch_value"
    case selectEnum = "select_enum", selectEnumAddr = "select_enum_addr"
    case condBr = "cond_br", br
    case checkedCastBr = "checked_cast_br", checkedCastAddrBr = "checked_cast_addr_br"
    case unconditionalCast = "unconditional_checked_cast"
    case unconditionalCastAddr = "unconditional_checked_cast_addr"
    case `return`, `throw`, throwAddr = "throw_addr", unreachable, yield, unwind

    case allocStack = "alloc_stack", allocBox = "alloc_box"
    case allocRef = "alloc_ref", allocRefDynamic = "alloc_ref_dynamic"
    case projectBox = "project_box"
    case globalAddr = "global_addr", allocGlobal = "alloc_global"
    case globalValue = "global_value"
    case load, loadBorrow = "load_borrow"
    case loadWeak = "load_weak", loadUnowned = "load_unowned"
    case store, storeBorrow = "store_borrow"
    case storeWeak = "store_weak", storeUnowned = "store_unowned"
    case copyAddr = "copy_addr", assign
    case refTailAddr = "ref_tail_addr", indexAddr = "index_addr", tailAddr = "tail_addr"
    case addressToPointer = "address_to_pointer", pointerToAddress = "pointer_to_address"
    case strongRelease = "strong_release", releaseValue = "release_value"
    case destroyAddr = "destroy_addr", destroyValue = "destroy_value"

    case metatype, valueMetatype = "value_metatype"
    case existentialMetatype = "existential_metatype"
    case initExistentialMetatype = "init_existential_metatype"
    case initExistentialAddr = "init_existential_addr"
    case initExistentialRef = "init_existential_ref"
    case initExistentialValue = "init_existential_value"
    case openExistentialAddr = "open_existential_addr"
    case openExistentialRef = "open_existential_ref"
    case openExistentialValue = "open_existential_value"
    case openExistentialMetatype = "open_existential_metatype"
    case openExistentialBox = "open_existential_box"
    case openExistentialBoxValue = "open_existential_box_value"
    case allocExistentialBox = "alloc_existential_box"
    case projectExistentialBox = "project_existential_box"

    case stringLiteral = "string_literal", integerLiteral = "integer_literal"
    case floatLiteral = "float_literal", keypath
    case initBlockStorageHeader = "init_block_storage_header"
    case hopToExecutor = "hop_to_executor", debugValue = "debug_value"

    /// Its result is its operand.
    case same
    /// Nobody knows it: its result is unknown.
    case unknown
}

extension Opcode {
    /// The opcode for a name, or `nil` if the instruction changes nothing here.
    init?(named name: String) {
        if Self.ignored.contains(name) { return nil }
        self = Self.opcodes[name] ?? .unknown
    }

    private static let opcodes = Dictionary(
        allCases.map { ($0.rawValue, $0) } + copies.map { ($0, .same) }
    ) { first, _ in first }

    /// They copy, convert or borrow.
    private static let copies: Set<String> = [
        "begin_access", "begin_borrow", "begin_cow_mutation", "begin_dealloc_ref",
        "convert_escape_to_noescape", "convert_function", "copy_block",
        "copy_block_without_escaping", "copy_value", "copyable_to_moveonlywrapper",
        "drop_deinit", "end_cow_mutation", "end_init_let_ref", "explicit_copy_value",
        "function_extract_isolation", "mark_dependence", "mark_dependence_addr",
        "mark_uninitialized", "mark_unresolved_non_copyable_value",
        "merge_isolation_region", "move_value", "moveonlywrapper_to_copyable",
        "objc_to_thick_metatype", "project_block_storage", "raw_pointer_to_ref",
        "ref_to_raw_pointer", "ref_to_unmanaged", "ref_to_unowned",
        "strong_copy_unmanaged_value", "strong_copy_unowned_value",
        "strong_copy_weak_value", "thick_to_objc_metatype", "unchecked_addr_cast",
        "unchecked_bitwise_cast", "unchecked_ownership_conversion",
        "unchecked_ref_cast", "unchecked_trivial_bit_cast", "unchecked_value_cast",
        "unmanaged_retain_value", "unmanaged_to_ref", "unowned_copy_value",
        "unowned_to_ref", "upcast", "weak_copy_value",
    ]

    /// References aren't counted, and nothing is freed.
    private static let ignored: Set<String> = [
        "bind_memory", "cond_fail", "dealloc_box", "dealloc_partial_ref", "dealloc_ref",
        "dealloc_stack", "debug_step", "end_access", "end_borrow",
        "end_cow_mutation_addr", "end_lifetime", "extend_lifetime", "fix_lifetime",
        "ignored_use", "prefetch", "release_value_addr", "retain_value",
        "retain_value_addr", "set_deallocating", "specify_test", "strong_retain",
        "unmanaged_autorelease_value", "unmanaged_release_value",
    ]
}
