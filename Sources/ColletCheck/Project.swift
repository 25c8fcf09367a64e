import Foundation

/// What says which files a program has: a package's manifest, or what Xcode keeps.
enum Project {
    /// The names of such files in a directory.
    static func files(in directory: String) -> [String] {
        fileNames(in: directory).filter {
            $0.contains(/^Package\.swift$|\.(xcodeproj|xcworkspace)$/)
        }
    }

    /// What all of them say.
    static func settings(of root: String) -> String {
        files(in: root).map { name in
            contents(of: "\(root)/\(name)")
                + contents(of: "\(root)/\(name)/project.pbxproj")
        }.joined()
    }
}
