// with: public struct Scope { public init() {} }
// Two imported modules have the name: `Collet.Scope` is this one.
import Collet
import Other

struct MailModule {
    let scope: Scope  // error: 'Scope' is ambiguous for type lookup in this context
    let other: Collet.Scope
}
