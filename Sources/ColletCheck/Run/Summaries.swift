/// The objects of a loop's turn that count as those of an earlier turn.
///
/// The number of objects that a loop makes can't be told. So if a turn has put an object
/// where the last turn had a similar one, they count as the same from then on: one object
/// with the contents of both.
struct Summaries {
    let before: Heap
    let after: Heap
    /// The earlier cells that this turn's cells count as.
    var cells: [Cell: Cell] = [:]

    /// Finds similar objects in the old and the new value of a place.
    mutating func find(_ old: Value, _ new: Value) {
        switch (old, new) {
        case (.oneOf, _), (_, .oneOf):
            for one in new.alternatives {
                for other in old.alternatives { find(other, one) }
            }
        case (.maybe(let old), _): find(old, new)
        case (_, .maybe(let new)): find(old, new)
        case (.fields(_, let old), .fields(_, let new)):
            for (name, value) in new { find(old[name] ?? .unknown, value) }
        case (.fields, _), (_, .fields): break
        case (.object(let old, let type), .object(let new, let other))
        where type == other:
            find(old, new)
        case (.address(let old, let steps), .address(let new, let others))
        where steps == others:
            find(old, new)
        default: for (old, new) in zip(old.parts, new.parts) { find(old, new) }
        }
    }

    private mutating func find(_ old: Cell, _ new: Cell) {
        guard let value = after[new], before[new] == nil, cells[new] == nil else {
            return
        }
        guard let other = before[old] else { return }
        cells[new] = old
        find(other, value)
    }
}

extension Value {
    /// The value with some cells replaced.
    func replacing(cells: [Cell: Cell]) -> Value {
        let replace = { (value: Value) in value.replacing(cells: cells) }
        return switch self {
        case .object(let cell, let type): .object(cells[cell] ?? cell, type)
        case .address(let cell, let steps): .address(cells[cell] ?? cell, steps)
        case .oneOf(let all): .joined(all.map(replace))
        case .maybe(let one): replace(one).asMaybe
        case .enumeration(let type, let name, let payload):
            .enumeration(type, name, payload.map(replace))
        case .fields(let type, let fields):
            .fields(type, fields.mapValues(replace))
        case .tuple(let all): .tuple(all.map(replace))
        case .array(let all, let isOrdered):
            .array(all.map(replace), isOrdered: isOrdered)
        default: self
        }
    }
}
