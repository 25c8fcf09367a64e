// 10,000 protocol conformances, as a large program has: whoever asks the runtime for a conformance
// for the first time has it search all of them. Each is a record of its own, laid out as the
// compiler does it; their protocol and their type are nobody's.

    .section .rodata
nobody:
    .zero 64
conformances:
    .rept 10000
    .long nobody - ., nobody - ., 0, 0
    .endr

    .section swift5_protocol_conformances, "aR"
    .set offset, 0
    .rept 10000
    .long conformances + offset - .
    .set offset, offset + 16
    .endr

    .section .note.GNU-stack, "", %progbits
