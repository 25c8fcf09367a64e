// Prints how Swift files are built, as the toolchain's own SwiftSyntax reads them: one line for each
// fact, with tabs between its parts. A place is a line and a column, in bytes.

import Foundation
import SwiftParser
import SwiftSyntax

final class Facts: SyntaxVisitor {
    private let converter: SourceLocationConverter
    private var lines: [(start: Int, end: Int, text: String)] = []

    init(_ tree: SourceFileSyntax, of path: String) {
        converter = SourceLocationConverter(fileName: path, tree: tree)
        super.init(viewMode: .sourceAccurate)
        walk(tree)
    }

    /// The facts in the order of the source, the larger ones first.
    var texts: [String] {
        lines.sorted { ($0.start, -$0.end) < ($1.start, -$1.end) }.map(\.text)
    }

    private func start(_ node: some SyntaxProtocol) -> Int {
        node.positionAfterSkippingLeadingTrivia.utf8Offset
    }

    private func end(_ node: some SyntaxProtocol) -> Int {
        node.endPositionBeforeTrailingTrivia.utf8Offset
    }

    private func place(_ offset: Int) -> String {
        let location = converter.location(for: AbsolutePosition(utf8Offset: offset))
        return "\(location.line):\(location.column)"
    }

    private func range(_ node: some SyntaxProtocol) -> String {
        "\(place(start(node)))-\(place(end(node)))"
    }

    private func put(_ kind: String, from start: Int, to end: Int, _ more: String...) {
        let parts = [kind, place(start), place(end)] + more
        lines.append((start, end, parts.joined(separator: "\t")))
    }

    private func put(_ kind: String, _ node: some SyntaxProtocol, _ more: String = "") {
        put(kind, from: start(node), to: end(node), more)
    }

    // MARK: Calls

    /// Where the name ends, and the arguments with their labels, closures too.
    private func putCall(
        _ whole: some SyntaxProtocol, named name: some SyntaxProtocol,
        _ list: LabeledExprListSyntax, _ closure: ClosureExprSyntax? = nil,
        _ others: MultipleTrailingClosureElementListSyntax = []
    ) {
        var arguments = list.map {
            "\($0.label?.text ?? "_")=\(range($0.expression))"
        }
        if let closure { arguments.append("_=\(range(closure))") }
        arguments += others.map { "\($0.label.text)=\(range($0.closure))" }
        put(
            "call", from: start(whole), to: end(whole), place(end(name)),
            arguments.joined(separator: " "))
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        putCall(
            node, named: node.calledExpression, node.arguments, node.trailingClosure,
            node.additionalTrailingClosures)
        return .visitChildren
    }

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        putCall(
            node, named: node.macroName, node.arguments, node.trailingClosure,
            node.additionalTrailingClosures)
        return .visitChildren
    }

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        if case .argumentList(let list)? = node.arguments {
            putCall(node, named: node.attributeName, list)
        }
        return .visitChildren
    }

    // MARK: Braces

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        put("braces", node, "closure")
        return .visitChildren
    }

    override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind {
        if let accessor = node.parent?.as(AccessorDeclSyntax.self) {
            put("braces", node, accessor.accessorSpecifier.text)
        } else {
            let isDeclarations = node.parent?.isProtocol(DeclSyntaxProtocol.self) == true
            put("braces", node, isDeclarations ? "declaration" : "branch")
        }
        return .visitChildren
    }

    override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind {
        put("braces", node, "declaration")
        return .visitChildren
    }

    override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind {
        put("braces", node, "declaration")
        return .visitChildren
    }

    override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
        put("braces", from: start(node.leftBrace), to: end(node.rightBrace), "branch")
        return .visitChildren
    }

    // MARK: Declarations

    /// Where the name of a declaration is, and its body.
    private func putBody(_ body: (some SyntaxProtocol)?, of name: TokenSyntax) {
        guard let body else { return }
        put("body", from: start(name), to: end(name), range(body))
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        putBody(node.body, of: node.name)
        return .visitChildren
    }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        putBody(node.body, of: node.initKeyword)
        return .visitChildren
    }

    override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
        putBody(node.accessorBlock, of: node.subscriptKeyword)
        return .visitChildren
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        putBody(node.memberBlock, of: node.name)
        return .visitChildren
    }

    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
        putBody(node.memberBlock, of: node.name)
        return .visitChildren
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        putBody(node.memberBlock, of: node.name)
        return .visitChildren
    }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        putBody(node.memberBlock, of: node.name)
        return .visitChildren
    }

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        putVariable(node.pattern, node.typeAnnotation, node.initializer)
        if node.initializer == nil {
            let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier
            if let name { putBody(node.accessorBlock, of: name) }
        }
        return .visitChildren
    }

    override func visit(_ node: OptionalBindingConditionSyntax)
        -> SyntaxVisitorContinueKind
    {
        putVariable(node.pattern, node.typeAnnotation, node.initializer)
        return .visitChildren
    }

    private func putVariable(
        _ pattern: PatternSyntax, _ type: TypeAnnotationSyntax?,
        _ value: InitializerClauseSyntax?
    ) {
        if let type { put("type", type.type) }
        guard let value else { return }
        let isName = pattern.is(IdentifierPatternSyntax.self)
        put("value", value.value, isName ? place(start(pattern)) : "")
        putExpression(value.value)
    }

    // MARK: Expressions

    /// What is a statement, or the value of one. `if` and `switch` are no phrases.
    private func putExpression(_ node: some SyntaxProtocol) {
        if node.is(IfExprSyntax.self) || node.is(SwitchExprSyntax.self) { return }
        put("expression", node)
    }

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        if case .expr(let expression) = node.item { putExpression(expression) }
        return .visitChildren
    }

    override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
        if let expression = node.expression { putExpression(expression) }
        return .visitChildren
    }

    override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
        putExpression(node.expression)
        return .visitChildren
    }
}

@main enum Main {
    static func main() throws {
        while let path = readLine() {
            let source = try String(contentsOfFile: path, encoding: .utf8)
            let tree = Parser.parse(source: source)
            // What is no Swift has no structure.
            if tree.hasError { continue }
            for fact in Facts(tree, of: path).texts { print("\(path)\t\(fact)") }
        }
    }
}
