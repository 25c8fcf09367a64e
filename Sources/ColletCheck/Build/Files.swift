import Foundation

/// Returns a path without links. Foundation's own function drops `/private`, which the
/// compiler keeps.
func resolved(_ path: String) -> String {
    let real = realpath(path, nil)
    defer { free(real) }
    return real.map { String(cString: $0) } ?? path
}

/// Whether there is a file or directory at a path.
package func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
}

/// Returns the names of what is in a directory: none where there is no such directory.
///
/// - Throws: ``BuildProblem/unreadable(_:)`` if there is one that may not be read.
func names(in directory: String) throws -> [String] {
    do {
        return try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    } catch {
        if isNoDirectory(directory) { return [] }
        throw BuildProblem.unreadable(directory)
    }
}

/// Returns the paths of what is in a directory and ends so.
func paths(in directory: String, _ end: String = "") throws -> [String] {
    try names(in: directory).filter { $0.hasSuffix(end) }.map { "\(directory)/\($0)" }
}

/// Returns what is in a file.
func contents(of path: String) throws -> Data {
    do {
        return try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
    } catch {
        throw BuildProblem.unreadable(path)
    }
}

/// When a file, directory or link was changed.
func changeDate(of path: String) -> Date {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date ?? .distantPast
}

/// When a file came to be where it is, or was changed, whatever its own date says: one that
/// is moved or copied may keep that.
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

/// Whether there is no directory at a path, as far as what is above may be read.
private func isNoDirectory(_ path: String) -> Bool {
    var status = stat()
    if stat(path, &status) != 0 { return [ENOENT, ENOTDIR].contains(errno) }
    return status.st_mode & S_IFMT != S_IFDIR
}
