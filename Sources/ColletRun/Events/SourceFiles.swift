/// The files that the program was compiled from, by the paths that places have.
struct SourceFiles {
    struct File {
        let module: String
        /// Whether only tests use it.
        let isForTests: Bool
    }

    var files: [String: File] = [:]

    func module(of place: Place) -> String? { files[place.file]?.module }

    func isInTests(_ place: Place) -> Bool { files[place.file]?.isForTests == true }

    /// Whether it belongs to what is checked, not to a package that this depends on.
    func isOwn(_ place: Place) -> Bool {
        !place.file.contains("/checkouts/") && !place.file.contains("/registry/")
    }
}

extension SourceFiles {
    init(_ program: Program) {
        let purposes = FilePurposes(program.files)
        for function in program.order where !function.isShared {
            guard let place = function.place, place.isWritten else { continue }
            if files[place.file] != nil { continue }
            let file = function.file
            files[place.file] = File(
                module: file.module, isForTests: purposes.isForTests(file))
        }
    }
}
