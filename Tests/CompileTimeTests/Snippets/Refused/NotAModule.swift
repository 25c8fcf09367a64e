import Collet

let dependencies = Dependencies {
    42  // error: no exact matches in call to static method 'buildExpression'
}
