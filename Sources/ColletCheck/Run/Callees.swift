/// Parts of the names or symbols of functions whose result differs from run to run, or
/// is a loop's next element, which most likely is there.
private let sources =
    """
    CommandLine readLine andom huffle ash Clock isCancelled V4next C4next St4next \
    init(contentsOf E10contentsOf contentsOfFile urrent 3now .now Now oday esterday \
    omorrow Date.init() UUID.init() preferred write esource Directory ymlink ookmark ilde
    """.words

/// Prefixes of the symbols of functions whose results stay the same.
private let constants =
    """
    $ss11CommandLineO9arg $s20FoundationEssentials11ProcessInfoC07process \
    $s20FoundationEssentials11ProcessInfoC9arg \
    $s20FoundationEssentials11ProcessInfoC11env
    """.words

/// Other libraries' types whose members compute their results from what they get.
private let computingTypes =
    """
    Calendar CharacterSet Data Date DateComponents DateFormatter Decimal \
    ISO8601DateFormatter JSONDecoder JSONEncoder JSONSerialization NSArray NSCache \
    NSDictionary NSMutableArray NSMutableDictionary NSMutableSet NSMutableString \
    NSNumber NSRegularExpression NSSet NSString NSTextCheckingResult NumberFormatter \
    PropertyListDecoder PropertyListEncoder PropertyListSerialization Regex Scanner \
    TimeZone URL URLComponents URLQueryItem UUID
    """.words

/// The code that runs for a symbol.
final class Callee {
    let symbol: String
    /// The function, if its body is known.
    let function: Function?
    let signature: Signature?
    /// Whether it may come from another module, or is shared code such as a thunk. If it
    /// has a model, that takes precedence.
    let isForeign: Bool
    /// Whether it computes the same result from the same values in every run: a function
    /// of the standard library that gets nothing from elsewhere.
    private(set) lazy var isComputing =
        symbol.contains(#/^\$s([sS]|15Synchronization)/#)
        && !sources.contains(where: symbol.contains)
    /// Whether it gets what stays the same while the program runs.
    private(set) lazy var isConstant = constants.contains(where: symbol.hasPrefix)
    let isOfSwiftUI: Bool
    /// Whether a call has an effect besides its results.
    let matters: Bool
    /// Whether it can reach Collet, perhaps only by making a global.
    let mayReachCollet: Bool
    /// How many of its calls are on the stack.
    var depth = 0
    /// How many calls the outermost of them has led to, including itself.
    var calls = 0
    /// How many of those weren't followed because they were too deep, or `.max` in a
    /// cycle.
    var cuts = 0
    /// How deep the last of them was that got something smaller than the one before.
    var smaller = 0
    /// Its calls on the stack, except for the outermost, with the state in which each
    /// began.
    var repeated: [(types: [String], container: Cell, turn: Turn)] = []
    /// The number of undecided branches before the outermost of these calls.
    var possible = 0

    fileprivate init(_ symbol: String, _ program: Program) {
        self.symbol = symbol
        let declared = program.functions[symbol]
        signature = declared?.signature
        function = declared?.body == nil ? nil : declared
        isForeign =
            function.map { $0.isShared || program.reach.isPasted(symbol) } ?? true
        mayReachCollet = program.reach.relevant.contains(symbol)
        matters = program.reach.matters(symbol)
        isOfSwiftUI =
            symbol.hasPrefix("$s7SwiftUI") || symbol.hasPrefix("$s11SwiftUICore")
    }
}

extension CalleeName {
    /// The type that it is a member of, if it computes the same result from the same values
    /// in every run. A mutable class counts as its superclass.
    var computingType: String? {
        if sources.contains(where: full.contains) { return nil }
        // `static Date.now`
        let type = computingTypes.first { " \(base)".contains(" \($0).") }
        return type?.replacing("Mutable", with: "")
    }
}

/// The code that runs for a program's symbols, looked up once for all interpreters.
final class Callees {
    private let program: Program
    private var all: [String: Callee] = [:]
    private var implementations: [String: Callee] = [:]
    private var typesByName: [String: String?] = [:]
    /// The functions that ran.
    var visited: Set<String> = []

    init(_ program: Program) { self.program = program }

    subscript(symbol: String) -> Callee {
        all.value(for: symbol) { implementation(program.implementation(of: symbol)) }
    }

    /// The type of which a function is a member that only computes its result.
    func computingType(ofName name: String) -> String? {
        typesByName.value(for: name) { program.calleeName(name).computingType }
    }

    /// The code of a symbol itself, even if something replaces it.
    func implementation(_ symbol: String) -> Callee {
        implementations.value(for: symbol) { Callee(symbol, program) }
    }
}
