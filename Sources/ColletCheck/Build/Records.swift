import Foundation

/// The inputs of a target's SIL, which is fresh as long as all of them are the same.
///
/// Dates mean nothing after a checkout, or in a restored cache.
struct Record: Codable, Equatable {
    /// The compiler's description of its version.
    let compiler: String?
    let arguments: [String]
    let sources: [FileState]
    /// Other files that were read: modules, headers and macros, without those that come
    /// with the compiler.
    let others: [FileState]
    /// The sizes of the SIL files.
    let sizes: [Int?]
}

/// A file's state: its path, size and contents.
struct FileState: Codable, Equatable {
    let path: String
    let size: Int
    let hash: UInt64

    /// Reads a file, or returns `nil` if it can't be read.
    init?(_ path: String) {
        guard let data = try? contents(of: path) else { return nil }
        self.path = path
        size = data.count
        hash = data.stableHash
    }

    static func size(of path: String) -> Int? {
        try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    }
}

extension Data {
    /// A hash that is the same in every process, unlike `hashValue`. It detects changes,
    /// but doesn't protect against deliberate collisions.
    var stableHash: UInt64 {
        withUnsafeBytes { bytes in
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            var offset = 0
            // In a debug build, like that of the plugin's tool, a sequence of words takes
            // ten times as long.
            while offset + 8 <= bytes.count {
                hash.mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                offset += 8
            }
            for byte in bytes[offset...] { hash.mix(UInt64(byte)) }
            return hash
        }
    }
}

extension UInt64 {
    fileprivate mutating func mix(_ word: UInt64) {
        let product = (self ^ word) &* 0x9e37_79b9_7f4a_7c15
        self = product ^ product >> 29
    }
}

/// A lock for a directory that several processes write to, held until it is released or
/// its process ends.
final class DirectoryLock: Sendable {
    private let descriptor: Int32

    /// Waits until no other process holds the lock, or for some seconds.
    init(_ directory: String, limit: TimeInterval) throws {
        try? FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        descriptor = open("\(directory)/lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw Refusal(
                "'\(directory)' can't be written; name another directory with --cache-path"
            )
        }
        let end = Date.now + limit
        // The holder may be a stopped process. No call waits for a lock with a limit, so
        // this asks again and again.
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if Date.now > end {
                throw Refusal(
                    """
                    another check is at work in '\(directory)', and doesn't end; end it, and \
                    check again
                    """)
            }
            usleep(50_000)
        }
    }

    deinit { close(descriptor) }
}
