// 10,000 protocol conformances, as a large program has: whoever asks the runtime for a conformance
// for the first time has it search all of them. Each is a record of its own, laid out as the
// compiler does it; their protocol and their type are nobody's.

__asm__(
    ".pushsection .rodata\n"
    "nobody: .zero 64\n"
    "conformances: .rept 10000\n"
    "    .long nobody - ., nobody - ., 0, 0\n"
    ".endr\n"
    ".popsection\n"
    ".pushsection swift5_protocol_conformances, \"aR\"\n"
    ".set offset, 0\n"
    ".rept 10000\n"
    "    .long conformances + offset - .\n"
    "    .set offset, offset + 16\n"
    ".endr\n"
    ".popsection\n");
