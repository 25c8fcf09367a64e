import Collet
import Foundation

let dependencies = Dependencies {
    Module { 3 }
    Module("limit") { 3 }
    Module { "https://example.org" as String }
    Module(.shared) { Date() }
}

struct App {
    @Inject var limit: Int
    @Inject("limit") var named: Int
    @Inject var hosts: [String]
    @Inject var date: Date?
}
