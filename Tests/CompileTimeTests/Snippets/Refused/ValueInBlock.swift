import Collet

struct Service: Sendable {}

let dependencies = Dependencies {
    Module { Service() }
    Service()  // error: no exact matches in call to static method 'buildExpression'
}
