private import ColletIndexStore
import Foundation

/// Reads the compiler's names. Those of a newer compiler this system may not know, but
/// the compiler's own library does.
struct Demangler: Hashable {
    static var ofSystem: Demangler { Demangler(function: nil) }

    /// The function of the compiler's library; `nil` stands for the system's.
    private let function: UnsafeMutableRawPointer?

    init(function: UnsafeMutableRawPointer?) { self.function = function }

    /// Loads the library beside the index library, if there is one.
    init(beside indexLibrary: String) {
        let path = indexLibrary.replacing("libIndexStore", with: "libswiftDemangle")
        let library = dlopen(path, RTLD_NOW | RTLD_LOCAL)
        function = library.flatMap { dlsym($0, "swift_demangle_getDemangledName") }
    }

    /// The name in words; `nil` if it is none that is known.
    func demangled(_ name: String) -> String? {
        guard let function else { return demangledBySystem(name) }
        let read = unsafeBitCast(function, to: Demangle.self)
        func words(upTo capacity: Int) -> (text: String, length: Int) {
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
                buffer[0] = 0
                let length = read(name, buffer.baseAddress, capacity)
                return (String(cString: buffer.baseAddress!), length)
            }
        }
        let (text, length) = words(upTo: 1000)
        if length == 0 { return nil }
        return length < 1000 ? text : words(upTo: length + 1).text
    }

    private func demangledBySystem(_ name: String) -> String? {
        guard let result = swift_demangle(name, name.utf8.count, nil, nil, 0) else {
            return nil
        }
        defer { free(result) }
        let words = String(cString: result)
        return words == name ? nil : words
    }
}
