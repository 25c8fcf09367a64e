"""Which changes `mutate.py` makes to a file of Swift: a fixed set for statements and operators."""
import collections, re
# Texts of code, and what stands there instead. Comments and strings are not looked at.
SWAPS = [
    (" && ", " || "), (r" \|\| ", " && "), (" < ", " <= "), (" <= ", " < "), (" > ", " >= "),
    (" >= ", " > "), (" == ", " != "), (" != ", " == "), (" === ", " !== "), (" !== ", " === "),
    (r" \+ (?=\d)", " - "), (r" - (?=\d)", " + "), (r" \+= ", " -= "),
    (r"\bfirst(?=Index\b|[?!:. ])", "last"), (r"\blast\b(?=[?!:. ])", "first"),
    (r"\bdropFirst\b", "dropLast"), (r"\bprefix\b", "suffix"), (r"\bmax\b", "min"),
    (r"\bmin\b", "max"), (r"\bcontinue\b", "break"),
    # An argument's other value.
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\.shared\b", ".weak"),
    (r"\.weak\b", ".shared"), (r"((?:Container|[ (]))\.current\b", r"\1.process"),
    (r"\.process\b", ".current"), (r"(?<![\w$.])\d+(?![\w.])", lambda each: str(int(each[0]) + 1)),
    # Who is asked: the outer one, or this one.
    (r"\bouter\?\.", "self."), (r"(?<!\\)[?!]?\.outer\b(?! =)", ""),
    # A condition's opposite, one of two conditions, and one of two values.
    (r"(?<=[ (])[!\w.$]+( [=!<>]==? [\w.$]+)? && ", ""), (r" && [!\w.$]+( [=!<>]==? [\w.$]+)?", ""),
    (r"(?<![\w)\]!?])!(?=[\w(])", ""), (r"[\w.$?!]+(\([^()\n]*\))? \?\? ", ""),
    (r" \?\? [\w.$]+(\([^()\n]*\))?(?=[\s,)}])", ""),
    # What is taken out of a lock is released in it.
    (r"(return |(?<=\{ ))([\w.$]+)\.take\(\)", r"\2 = nil; return nil"),
    (r"(?<=\{ )([\w.$]+)\.removeValue\(forKey: (.*?\))\)", r"\1[\2] = nil; return nil"),
    (r"swap\(&(.*?), &(\w+)\)", r"\1 = \2"),
]
# What can't be left out: declarations, results and values.
KEPT = re.compile(
    r"(fatalError\(\)|let|var|func|case|default|switch|return \S|throw|@|#|static|lazy)"
    r"|.*\b(class|struct|enum) |guard\b.*?\b(let|var|case) .* else\b"
    r"|(?!.*[(=]|break$|continue$|return$)", re.S)
RESULT = re.compile(r"-> .*[^) ] *$|\bvar ", re.S)
TYPE = re.compile(r"\b(?:class|struct|enum|extension|protocol) ([\w.]+)()")
FUNCTION = re.compile(r"\b(?:func|var) ([^\s(<:]+)|\b(init|deinit|subscript)\b")
CLOSURE_HEADER = re.compile(r"\s*(?!for\b)(\[[^\]]*\] *)?[\w, ()]*(async |throws\(\w\) )*\bin\s")
STRING_OR_COMMENT = re.compile(r'//[^\n]*|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|#/.*?/#', re.S)

def blocks(code):
    """Yields blocks: start, end, whether it is run, its place, its and its function's header."""
    open_blocks = []
    for match in re.finditer(r"[{}]", code):
        position = match.start()
        if match[0] == "}":
            yield open_blocks[-1][0], position, *open_blocks.pop()[1:]
            continue
        start = max(code.rfind(mark, 0, position) for mark in "{};\n") + 1
        if code[start:position].strip().startswith(")"):  # The end of a long header.
            start = max(code.rfind(mark, 0, start - 1) for mark in "{};") + 1
        header = code[start:position]
        place, function = open_blocks[-1][2:5:2] if open_blocks else ("", "")
        is_type = TYPE.search(header)
        if names := [is_type] if is_type else list(FUNCTION.finditer(header)):
            place = ".".join(filter(None, [place, names[-1][1] or names[-1][2]]))
            function = header[names[-1].start():]
        open_blocks.append((position + 1, not is_type, place, header, function))

def statements(code, start, end):
    """Yields where the statements of a block begin and end."""
    start = header.end() if (header := CLOSURE_HEADER.match(code, start, end)) else start
    while start < end:
        stop, goes_on = start - 1, True
        while goes_on:
            stop = min(end_of(code, stop + 1, (";", "\n")), end)
            before, after = code[start:stop].rstrip(), code[stop + 1:end].lstrip()
            goes_on = stop < end and code[stop] == "\n" and bool(re.search(
                r"[-(,=&|+?:]\0|\0([.?:)]|&&|\|\||[+-] |else\b)", f"{before}\0{after}"))
        if before.strip():
            yield stop - len(code[start:stop].lstrip()), start + len(before)
        start = stop + 1

def end_of(code, start, stops):
    """Returns where one of some texts comes next, outside of the brackets that begin there."""
    depth = 0
    for position in range(start, len(code)):
        depth -= code[position] in ")]}"
        if depth < 0 or depth == 0 and code.startswith(stops, position):
            return position
        depth += code[position] in "([{"
    return len(code)

def described(source, start, end, new, place):
    """Says what is changed, and not on which line, so that it can be recognised later."""
    first, last = source.rfind("\n", 0, start) + 1, source.find("\n", end)
    after = source[first:start] + new + source[end:last]
    marked = [("@", place), ("-", source[first:last]), ("+", after if after.strip() else " ")]
    return "\n".join(f"{mark} {line.strip()}".rstrip() for mark, text in marked
                     for line in text.split("\n") if line)

def changes(source):
    """Yields the changed sources, and what describes each change, in the order of the places."""
    # With blanks instead of comments, and dots instead of strings.
    code = STRING_OR_COMMENT.sub(
        lambda text: re.sub(r"[^\n]", " " if text[0].startswith("//") else "·", text[0]), source)
    runs = sorted(blocks(code), reverse=True)
    defaults = set(re.findall(r"(\w+)(?: \w+)?: [\w.?<>() ]+ = ", code))
    found = set()
    def add(start, end, new):
        innermost = next((block for block in runs if block[0] <= start < block[1]), None)
        line = code[code.rfind("\n", 0, start) + 1:end]
        if innermost and innermost[2] and not re.search(r"#available|^\s*#", line):
            found.add((start, end, new, innermost[3]))
    for pattern, new in SWAPS:
        for match in re.finditer(pattern, code):
            add(match.start(), match.end(), new(match) if callable(new) else match.expand(new))
    for match in re.finditer(r"\b(if|while|guard|where) ", code):
        start, stop = match.end(), match.end()
        end = end_of(code, start, (" else",) if match[1] == "guard" else (" {", ":\n", ": "))
        while stop < end:
            stop = min(end_of(code, start, (", ", ",\n")), end)
            start, text = stop - len(code[start:stop].lstrip()), code[start:stop].strip()
            if text and not re.match(r"(unsafe )?(let|var|case)\b", text):
                add(start, stop, "true")
                # One comparison, or one `!`, is changed already.
                if not re.match(r"![\w.$]+$|[^&|]*? [=!<>]=?=? [^&|]*$", text):
                    add(start, stop, f"!({source[start:stop]})")
            start = stop + 1
    for match in re.finditer(r" \? ", code):
        middle = end_of(code, match.end(), (" : ",))
        end = end_of(code, middle + 3, (",", "\n", " }"))
        if code.startswith(" : ", middle):
            add(match.end(), end, source[middle + 3:end] + " : " + source[match.end():middle])
    for match in re.finditer(r", (\w+): ", code):
        if match[1] in defaults:
            add(match.start(), end_of(code, match.end(), (",",)), "")
    for start, end, is_run, place, header, function in runs:
        parts = list(statements(code, start, end)) if is_run else []
        # What stands alone may be a result, or be left out with its header.
        is_alone = len(parts) == 1 and not code.startswith(" else", end + 1)
        control = re.match(r"\s*(if|else|for|while|do|defer|guard)\b", header)
        has_result = not control and (RESULT.search(header) or not FUNCTION.search(header))
        for begin, stop in parts:
            text = code[begin:stop]
            is_value = has_result and not re.search(r" [+-]?= ", text)
            is_all = is_alone and (is_value or control and control[1] not in ("else", "do"))
            is_first_value = place.endswith(".init") and re.match(r"(self\.)?\w+ = ", text)
            if not (is_all or is_first_value or KEPT.match(text)):
                add(begin, stop, "")
            if deferred := re.match(r"defer \{ (.*) \}$", text):
                add(begin, stop, source[begin + 8:begin + 8 + len(deferred[1])])
            if re.match(r"return (?!nil\b)\S", text) and re.search(r"\?\s*$", function):
                add(begin, stop, "return nil")
    counts = collections.Counter()
    for start, end, new, place in sorted(found):
        text = described(source, start, end, new, place)
        counts[text] += 1  # A line may stand in one place twice.
        text = text.replace("\n", f" ({counts[text]})\n" if counts[text] > 1 else "\n", 1)
        yield source[:start] + new + source[end:], text
