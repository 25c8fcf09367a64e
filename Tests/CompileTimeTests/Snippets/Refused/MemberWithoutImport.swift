// modes: new Xcode project
// with: import Collet; public let app = Dependencies { Module { 1 } }
// A file that calls a method of a library imports that library.
import Other

nonisolated func start() { app.build() }  // error: is not available due to missing import
