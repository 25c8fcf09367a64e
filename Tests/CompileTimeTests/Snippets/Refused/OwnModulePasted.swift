// with: the file pasted
// An app with a `Module` of its own needs the package, where `Collet.Module` is the way out, or
// pastes the file into a target of its own.
struct Module {}  // error: invalid redeclaration of 'Module'
