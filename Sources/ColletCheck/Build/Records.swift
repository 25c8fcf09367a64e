import Foundation

/// What the SIL of a target was made from. It is fresh as long as all of that is the same.
///
/// Dates say nothing after a checkout, or in a cache that was restored.
struct Record: Codable, Equatable {
    /// What the compiler says of its version.
    let compiler: String?
    let arguments: [String]
    let sources: [FileState]
    /// What else was read: modules, headers and macros, without those that the compiler
    /// brings along.
    let others: [FileState]
    /// The sizes of the files with SIL.
    let sizes: [Int?]
}

/// A file as it was: only its path, size and contents count.
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
    /// A hash that is the same in each process, unlike `hashValue`. It finds changes, and
    /// is no protection against somebody who wants two files to have the same one.
    var stableHash: UInt64 {
        withUnsafeBytes { bytes in
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            var offset = 0
            // A sequence of words takes ten times as long where nothing is optimised, as
            // the tool of a plugin.
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

/// A lock for a directory that several processes write to. It is held until it is released,
/// or its process ends.
final class DirectoryLock: Sendable {
    private let descriptor: Int32

    /// Waits until nobody else holds the lock, or for so many seconds.
    init(_ directory: String, limit: TimeInterval) throws {
        try? FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        let path = "\(directory)/lock"
        descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw BuildProblem.unwritable(directory) }
        let end = Date.now + limit
        // The holder may be a process that somebody has stopped: nothing waits for it with a
        // limit, so it is asked for again and again.
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if Date.now > end { throw BuildProblem.locked(directory) }
            usleep(50_000)
        }
    }

    deinit { close(descriptor) }
}
