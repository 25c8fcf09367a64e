import Foundation

/// Returns a path with links resolved. Foundation's own function drops `/private`, which
/// the compiler keeps.
func resolved(_ path: String) -> String {
    let real = realpath(path, nil)
    defer { free(real) }
    return real.map { String(cString: $0) } ?? path
}

/// Whether there is a file or directory at a path.
package func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
}

/// Returns the names in a directory, or none if there is no such directory.
///
/// - Throws: ``Refusal`` if it may not be read.
func names(in directory: String) throws -> [String] {
    do {
        return try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    } catch {
        if isNoDirectory(directory) { return [] }
        throw Refusal(unreadable: directory)
    }
}

/// Returns the paths in a directory that end with a given text.
func paths(in directory: String, _ end: String = "") throws -> [String] {
    try names(in: directory).filter { $0.hasSuffix(end) }.map { "\(directory)/\($0)" }
}

/// Returns a file's contents.
func contents(of path: String) throws -> Data {
    do {
        return try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
    } catch {
        throw Refusal(unreadable: path)
    }
}

extension Refusal {
    /// The refusal for a file or directory that is there, but may not be read.
    init(unreadable path: String) {
        self.init(
            "'\(path)' can't be read; if another user has built this, build it yourself")
    }
}

/// The date when a file, directory or link was changed.
func changeDate(of path: String) -> Date {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date ?? .distantPast
}

/// The date when a file was changed or put in its place. Its modification date may be
/// older, because moving or copying can keep that.
func arrivalDate(of path: String) -> Date {
    var status = stat()
    guard stat(path, &status) == 0 else { return .distantPast }
    #if canImport(Darwin)
        let time = status.st_ctimespec
    #else
        let time = status.st_ctim
    #endif
    return Date(
        timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
}

/// Whether there is certainly no directory at a path. If a directory above it can't be
/// read, there may be one.
private func isNoDirectory(_ path: String) -> Bool {
    var status = stat()
    if stat(path, &status) != 0 { return [ENOENT, ENOTDIR].contains(errno) }
    return status.st_mode & S_IFMT != S_IFDIR
}
