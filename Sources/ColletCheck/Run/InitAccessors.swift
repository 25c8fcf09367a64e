/// Properties with an init accessor, as `@Observable` makes them.
extension Interpreter {
    /// Sets such a property in an initializer. As long as stored properties are missing,
    /// its init accessor initializes them; after that, its setter runs.
    func assignOrInit() {
        let object = operand()
        let given = operand(1).passed
        let outcome = calling(at: instruction.place) {
            if let accessor = operand(2).closure, isIncomplete(object) {
                initialize(object, by: accessor, given)
            } else {
                call(operand(3), [], given)
            }
        }
        _ = self.value(of: outcome)
    }

    private func isIncomplete(_ object: Value) -> Bool {
        let value = object.cell.flatMap { heap[$0] } ?? load(object)
        guard case .fields(let type, let fields) = value else { return true }
        return program.declaration(of: type)?.properties.contains { fields[$0] == nil }
            == true
    }

    /// Runs an init accessor, whose results are stored properties.
    private func initialize(
        _ object: Value, by accessor: Closure, _ given: [Value]
    ) -> Outcome {
        guard let symbol = accessor.symbol, let function = program.functions[symbol]
        else { return returning() }
        let properties = function.resultNames.map { address(object, .field($0)) }
        let rest = arguments(for: function.signature, given, last: accessor.captures)
            .dropFirst(properties.count)
        return call(
            function.symbol, accessor.name, accessor.substitutions, properties + rest)
    }
}
