"""Which changes `mutate.py` makes to a file of Swift: a fixed set for statements and operators."""
import collections, functools, re

class Change(collections.namedtuple("Change", "source text operand is_for_messages")):
    """A changed source, and what describes the change. `operand` is what it leaves out of a
    condition that has others, or empty."""

# Texts of code, and what stands there instead. Comments and strings are not looked at.
SWAPS = [
    (" && ", " || "), (r" \|\| ", " && "), (" < ", " <= "), (" <= ", " < "), (" > ", " >= "),
    (" >= ", " > "), (" == ", " != "), (" != ", " == "), (" === ", " !== "), (" !== ", " === "),
    (r" \+ (?=\d)", " - "), (r" - (?=\d)", " + "), (r" \+= ", " -= "),
    (r"\bfirst(?=Index\b|[?!:. ),\n]|\(where)", "last"),
    (r"\blast(?=Index\b|[?!:. ),\n]|\(where)", "first"),
    (r"\b(remove|pop)First\b", r"\1Last"), (r"\b(remove|pop)Last\b", r"\1First"),
    (r"\.contains(?= \{)", ".allSatisfy"), (r"\.contains\(where: ", ".allSatisfy("),
    (r"\.allSatisfy(?= \{)", ".contains"), (r"\.allSatisfy\(", ".contains(where: "),
    (r"\bdropFirst\b", "dropLast"), (r"\bprefix\b", "suffix"), (r"\bmax\b", "min"),
    (r"\bmin\b", "max"), (r"\bcontinue\b", "break"),
    # An argument's other value.
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\.shared\b", ".weak"),
    (r"\.weak\b", ".shared"), (r"((?:Container|[ (]))\.current\b", r"\1.process"),
    (r"\.process\b", ".current"), (r"(?<![\w$.])\d+(?![\w.])", lambda each: str(int(each[0]) + 1)),
    # Who is asked: the outer one, or this one.
    (r"\bouter\?\.", "self."), (r"(?<!\\)[?!]?\.outer\b(?! =)", ""),
    # The opposite of a condition, or of one operand.
    (r"(?<![\w)\]!?])!(?=[\w(])", ""),
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
CONTINUED = re.compile(r"(?<=[-(,=&|+])( *)\n|\n(?=\s*(?:[.?:)]|&&|\|\||[+-] |else\b))")
# A closure that says which of two elements comes first: of equal ones any does.
ORDER = re.compile(r"\b(?:sorted|min|max)(?:\(by:)? \{[^{}]*$")
# Expressions end here; and at a brace, in a statement that has one of these words.
END = (r"[\n;,]|(?<![=!<>])= |\s[?:] |:(?=\s|$)"
       r"|\b(?:return|in|as|unsafe|try|await|case|let|var)\b")
CONTROL = r"\b(?:if|guard|while|where|else|for|switch|catch)\b"
# From the loosest to the tightest; a comparison can't lose an operand.
OPERATORS = [r"\|\|", "&&", r"(?:[=!]==?|[<>]=?|is)", r"\?\?"]
STRING_OR_COMMENT = re.compile(
    r'//[^\n]*|"""(?:\\.|[^\\])*?"""|#/.*?/#|(?<=[ (])/(?! )[^\n]*?[^\\]/'
    r'|"(?:\\\((?:"[^"\n]*"|\([^()\n]*\)|[^()"\n])*\)|\\.|[^"\\\n])*"', re.S)

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
        stop = min(end_of(code, start, (";", "\n")), end)
        if text := code[start:stop].strip():
            yield (begin := code.index(text, start)), begin + len(text)
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

def levels(code):
    """Yields what stands in each pair of brackets: where, and the text, dots for those in it."""
    open_brackets = [(0, code)]
    for match in re.finditer(r"[(\[{]|[)\]}]", code):
        if match[0] in "([{":
            open_brackets.append((match.end(), code))
            continue
        start, text = open_brackets.pop()
        yield start, text[start:match.start()]
        around, text = open_brackets[-1]
        dots = "·" * (match.end() - start)
        open_brackets[-1] = around, text[:start] + dots + text[match.end():]

def pieces(separator, text, start, end):
    """Yields where the parts of a text begin and end between separators, without blanks."""
    for match in [*re.compile(separator).finditer(text, start, end), None]:
        stop = match.start() if match else end
        if part := text[start:stop].strip():
            yield (begin := text.index(part, start)), begin + len(part)
        start = match.end() if match else end

def without_each(parts):
    """Yields each part, and what goes with it: what is before it, or behind the first."""
    for number, (start, end) in enumerate(parts if len(parts) > 1 else []):
        yield (start, end), ((parts[number - 1][1], end) if number else (start, parts[1][0]))

def operands(text, start, end, operators=OPERATORS):
    """Yields the operands of an expression as `without_each`, and whether it is a condition."""
    if not operators:
        return
    parts = list(pieces(rf"\s{operators[0]}\s", text, start, end))
    if len(operators) != 2:
        for operand, left_out in without_each(parts):
            yield operand, left_out, len(operators) > 2
    for part in parts:
        yield from operands(text, *part, operators[1:])

def described(source, start, end, new, place):
    """Says what is changed, and not on which line, so that it can be recognised later."""
    first, last = source.rfind("\n", 0, start) + 1, source.find("\n", end)
    after = source[first:start] + new + source[end:last]
    marked = [("@", place), ("-", source[first:last]), ("+", after if after.strip() else " ")]
    return "\n".join(f"{mark} {line.strip()}".rstrip() for mark, text in marked
                     for line in text.split("\n") if line)

def plain(source):
    """Returns code with blanks for comments and ends of lines that go on, and dots for strings."""
    code = STRING_OR_COMMENT.sub(
        lambda text: re.sub(r"[^\n]", " " if text[0].startswith("//") else "·", text[0]), source)
    return CONTINUED.sub(lambda text: " " * len(text[0]), code)

@functools.cache
def defaults(*sources):
    """Returns which labels calls may leave out, by the functions and types that they name."""
    labels = collections.defaultdict(set)
    for code in map(plain, sources):
        types = [(start, end, place.split(".")[-1]) for start, end, is_run, place, *_
                 in blocks(code) if not is_run]
        for offset, level in levels(code):
            before = code[max(0, offset - 99):offset]
            if declared := re.search(r"\b(func (\w+)|init\??)(<[^()]*>)?\($", before):
                around = max((each for each in types if each[0] <= offset < each[1]), default="?")
                labels[declared[2] or around[-1]].update(
                    re.findall(r"(\w+)(?: \w+)?: [^,]+? = ", level))
            for start, _, name in types:
                if start == offset:  # The properties that its initializer sets.
                    labels[name].update(re.findall(
                        r"(?m)(\w+)(?: = |: [^=,\n]+(?: = |\?(?:,|$)))", level))
    return labels

def swapped(code, source):
    """Yields what stands instead of some texts: where that begins and ends, and the new text."""
    for pattern, new in SWAPS:
        for match in re.finditer(pattern, code):
            yield *match.span(), new(match) if callable(new) else match.expand(new)
    for match in re.finditer(r" \? ", code):
        middle = end_of(code, match.end(), (" : ",))
        end = end_of(code, middle + 3, (",", "\n", " }"))
        if code.startswith(" : ", middle):
            yield match.end(), end, source[middle + 3:end] + " : " + source[match.end():middle]

def clauses(code):
    """Yields the clauses of conditions that bind nothing, and whether there are others."""
    for match in re.finditer(r"\b(if|while|guard|where) ", code):
        end = end_of(code, match.end(), (" else",) if match[1] == "guard" else (" {", ":\n", ": "))
        found, start = [], match.end()
        while start < end:
            stop = min(end_of(code, start, (",",)), end)
            found.append((stop - len(code[start:stop].lstrip()), stop))
            start = stop + 1
        for start, stop in found:
            if not re.match(r"(unsafe )?(let|var|case)\b|true$", code[start:stop]):
                yield start, stop, len(found) > 1

def left_out(code, labels):
    """Yields an operand, one of several cases, or an argument that has a default: where it begins
    and ends, with what binds it, and where a condition's operand by itself does. Of what the module
    doesn't declare, such as `fatalError`, any label may have a default.
    """
    all_labels = set().union(*labels.values()) - {"_"}
    for offset, level in levels(code):
        for line, end in pieces(r"[\n;]", level, 0, len(level)):
            ends = rf"{END}|{CONTROL}|\{{·+" if re.search(CONTROL, level[line:end]) else END
            for expression in pieces(ends, level, line, end):
                for (a, b), (start, stop), is_condition in operands(level, *expression):
                    itself = slice(offset + a, offset + b) if is_condition else slice(0)
                    yield offset + start, offset + stop, itself
            if case := re.compile(r"case (?!let\b)([^:]*):").match(level, line, end):
                for _, (start, stop) in without_each(list(pieces(",", level, *case.span(1)))):
                    yield offset + start, offset + stop, slice(0)
        if called := re.search(r"(\w+)(<[^()]*>)?\($", code[max(0, offset - 99):offset]):
            parts = list(pieces(",", level, 0, len(level)))
            for part, (start, stop) in without_each(parts) if parts[1:] else zip(parts, parts):
                label = re.match(r"(\w+): |", level[slice(*part)])[1]
                if (label or "_") in labels.get(called[1], all_labels):
                    yield offset + start, offset + stop, slice(0)

def removed(code, source, blocks):
    """Yields statements that can be left out: where each begins and ends, and what is left."""
    for start, end, is_run, place, header, function in blocks:
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
                yield begin, stop, ""
            if re.match(r"return (?!nil\b)\S", text) and re.search(r"\?\s*$", function):
                yield begin, stop, "return nil"

DECLARED = re.compile(r"\bfunc (\w+)(<[^()]*>)?(?=\()")

def functions(code, blocks):
    """Yields the functions of a file: the type, the name, what the header says else, the body."""
    for start, end, is_run, place, header, _ in blocks:
        if is_run and (declared := DECLARED.search(header)):
            rest = " ".join(header[declared.end():].split())
            yield place.rpartition(".")[0], declared[1], rest, (start, end)

def mistaken(code, blocks):
    """Yields calls of another function that the same type declares with the same parameters, effects
    and result: where the name begins and ends, and the other one."""
    alike = collections.defaultdict(set)
    for owner, name, rest, _ in functions(code, blocks):
        alike[owner, rest].add(name)
    for names in alike.values():
        for name in names:
            for call in re.finditer(rf"(?<!func )\b{name}(?=\()", code):
                yield from ((*call.span(), other) for other in sorted(names - {name}))

def exchanged(code, source):
    """Yields two neighbouring cases that have each other's pattern, unless one binds something: where
    the first pattern begins and the second ends, and both with what is between."""
    for offset, level in levels(code):
        cases = [match for match in re.finditer(r"\bcase ([^:\n]+):(?=\s)", level)]
        for first, second in zip(cases, cases[1:]):
            (start, end), (begin, stop) = ((offset + each.start(1), offset + each.end(1))
                                           for each in (first, second))
            if not re.search(r"\b(let|var)\b", source[start:end] + source[begin:stop]):
                yield start, stop, source[begin:stop] + source[end:begin] + source[start:end]

def like_the_twin(code, source, blocks):
    """Yields asynchronous bodies that do what the synchronous function of the same name does: where
    the body begins and ends, and the other one, which awaits what this one awaits."""
    everything = list(functions(code, blocks))
    for owner, name, rest, (start, end) in everything:
        awaited = set(re.findall(r"\bawait ([\w.]+)", code[start:end]))
        twins = [body for other, same, header, body in everything
                 if (other, same) == (owner, name) and not re.search(r"\basync\b", header)]
        for begin, stop in twins if re.search(r"\basync\b", rest) else []:
            names = "|".join(map(re.escape, awaited))
            begins = rf"(?<![\w.])(?=(?:{names})\b[({{ ])" if names else "$^"
            body = re.sub(begins, "await ", source[begin:stop])
            if body.split() != source[start:end].split():
                yield start, end, body

def brought_forward(code, source, blocks):
    """Yields one statement of each `defer`, which is done at once, behind what is left of it."""
    for start, end, is_run, _, header, _ in blocks:
        if not re.match(r"\s*defer\b", header):
            continue
        parts, first = list(statements(code, start, end)), code.rindex("defer", 0, start)
        for begin, stop in parts:
            rest = source[first:begin] + source[stop:end + 1] + "\n" if parts[1:] else ""
            yield first, end + 1, rest + source[begin:stop]

def changes(source, *others):
    """Yields the changes of a file, in the order of the places. Others belong to its module."""
    code = plain(source)
    runs = sorted(blocks(code), reverse=True)
    found = {(*change, "") for change in (
        *swapped(code, source), *removed(code, source, runs), *mistaken(code, runs),
        *exchanged(code, source), *like_the_twin(code, source, runs),
        *brought_forward(code, source, runs))}
    for start, stop, has_others in clauses(code):
        found.add((start, stop, "true", source[start:stop] if has_others else ""))
        # One comparison, or one `!`, is changed already.
        if not re.match(r"![\w.$]+$|[^&|]*? [=!<>]=?=? [^&|]*$", code[start:stop]):
            found.add((start, stop, f"!({source[start:stop]})", ""))
    for start, stop, operand in left_out(code, defaults(source, *others)):
        found.add((start, stop, "", source[operand]))
    messages = re.search(r"(?ms)^// MARK: - Messages$.*?(?=^// MARK: - |\Z)", source)
    counts, sources = collections.Counter(), {hash(source)}
    for start, end, new, operand in sorted(found):
        block = next((block for block in runs if block[0] <= start < block[1]), None)
        line = code[code.rfind("\n", 0, start) + 1:end]
        changed = source[:start] + new + source[end:]
        # What isn't run, or not everywhere; what changes nothing, or the same as another rule.
        if (not block or not block[2] or re.search(r"#available|^\s*#", line)
                or new == " <= " and ORDER.search(code[:start][-200:]) or hash(changed) in sources):
            continue
        sources.add(hash(changed))
        text = described(source, start, end, new, block[3])
        counts[text] += 1  # A line may stand in one place twice.
        text = text.replace("\n", f" ({counts[text]})\n" if counts[text] > 1 else "\n", 1)
        is_for_messages = bool(messages) and messages.start() <= start < messages.end()
        yield Change(changed, text, operand, is_for_messages)
