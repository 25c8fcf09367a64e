import Testing

@testable import ColletCheck

/// The arguments of a build that the check's own run of the compiler gets.
struct ArgumentsTests {
    @Test func whatABuildWritesIsLeftOut() {
        #expect(
            left(
                """
                -incremental -enable-batch-mode -j -j12 -c -index-store-path I -o O \
                -output-file-map M -emit-module -emit-module-path P -emit-objc-header \
                -emit-objc-header-path H -emit-dependencies -emit-const-values \
                -serialize-diagnostics -parseable-output -use-frontend-parseable-output \
                -save-temps -experimental-emit-module-separately -cache-compile-job \
                -Rcache-compile-job -cas-path C -cas-plugin-path D -cas-plugin-option a=b \
                -emit-module-interface-path F -emit-symbol-graph -emit-symbol-graph-dir G \
                -num-threads 4 -module-cache-path N -pch-output-dir Q
                """) == "")
    }

    @Test func whatSaysHowCodeIsCompiledStays() {
        let options = """
            -module-name Shop -Onone -g -DDEBUG -swift-version 6 -parse-as-library \
            -target arm64-apple-ios18.0-simulator -sdk S -I A -F B -Isystem C \
            -package-name shop -import-objc-header H -default-isolation=MainActor \
            -enable-upcoming-feature MemberImportVisibility -enable-testing -jobs \
            -warnings-as-errors -load-plugin-executable macros#Macros -module-alias A=B \
            -Xcc -I -Xcc -c.h -Xfrontend -serialize-debugging-options -sanitize=thread
            """
        #expect(left(options) == options)
    }

    /// Tools build like this for an editor.
    @Test func whatSkipsBodiesIsLeftOut() {
        #expect(
            left(
                """
                -experimental-skip-all-function-bodies -Xfrontend \
                -experimental-skip-non-inlinable-function-bodies -Xfrontend \
                -experimental-lazy-typecheck -experimental-skip-non-exportable-decls \
                -Xfrontend -experimental-allow-module-with-compiler-errors
                """) == "")
    }

    @Test func countersOfCoverageAreLeftOut() {
        #expect(left("-profile-generate -Onone -profile-coverage-mapping") == "-Onone")
    }

    @Test func theEntryOfAProgramKeepsItsName() {
        #expect(
            left("-g -Xfrontend -entry-point-function-name -Xfrontend App_main -Onone")
                == "-g -Onone")
    }

    @Test func anOptionWithoutItsValueIsTheLast() {
        #expect(left("-g -output-file-map") == "-g")
        #expect(left("-g -Xfrontend") == "-g -Xfrontend ")
        #expect(left("-g -Xfrontend -entry-point-function-name") == "-g")
    }

    /// Made up from what public logs of Xcode 26 show.
    @Test func ofXcodesLineTheKindOfCompilationStays() throws {
        let line = """
            -module-name Shop -Onone -enforce-exclusivity=checked -DDEBUG \
            -Xcc -ivfsstatcache -Xcc /D/SDKStatCaches.noindex/i.sdkstatcache \
            -default-isolation=MainActor -enable-bare-slash-regex \
            -sdk /X/iPhoneSimulator26.1.sdk -target arm64-apple-ios18.0-simulator -g \
            -module-cache-path /D/ModuleCache.noindex -Xfrontend -serialize-debugging-options \
            -enable-testing -index-store-path /D/Index.noindex/DataStore -swift-version 6 \
            -I /D/P -F /D/P -Isystem /X/include -emit-localized-strings \
            -emit-localized-strings-path /D/O -c -j10 -enable-batch-mode -incremental \
            -num-threads 10 -Xcc -ivfsstatcache -output-file-map /D/M.json \
            -use-frontend-parseable-output -save-temps -no-color-diagnostics \
            -explicit-module-build -module-cache-path /D/SwiftExplicitPrecompiledModules \
            -clang-scanner-module-cache-path /D/ModuleCache.noindex \
            -sdk-module-cache-path /D/ModuleCache.noindex -serialize-diagnostics \
            -emit-dependencies -emit-module -emit-module-path /D/Shop.swiftmodule \
            -validate-clang-modules-once -clang-build-session-file /D/Session.modulevalidation \
            -package-name shop -Xcc -I/D/Shop.hmap -emit-const-values \
            -Xfrontend -const-gather-protocols-file -Xfrontend /D/protocols.json \
            -import-objc-header /S/Bridging.h -pch-output-dir /D/PrecompiledHeaders \
            -emit-objc-header -emit-objc-header-path /D/Shop-Swift.h -working-directory /S \
            -experimental-emit-module-separately -disable-cmo
            """
        let arguments = Arguments(line.split(separator: " ").map(String.init))
        let rest = """
            -module-name Shop -Onone -enforce-exclusivity=checked -DDEBUG \
            -Xcc -ivfsstatcache -Xcc /D/SDKStatCaches.noindex/i.sdkstatcache \
            -default-isolation=MainActor -enable-bare-slash-regex \
            -sdk /X/iPhoneSimulator26.1.sdk -target arm64-apple-ios18.0-simulator -g \
            -Xfrontend -serialize-debugging-options -enable-testing -swift-version 6 \
            -I /D/P -F /D/P -Isystem /X/include -Xcc -ivfsstatcache -no-color-diagnostics \
            EXPLICIT-validate-clang-modules-once \
            -clang-build-session-file /D/Session.modulevalidation \
            -package-name shop -Xcc -I/D/Shop.hmap \
            -Xfrontend -const-gather-protocols-file -Xfrontend /D/protocols.json \
            -import-objc-header /S/Bridging.h -working-directory /S -disable-cmo
            """
        let explicit = """
            -explicit-module-build -clang-scanner-module-cache-path /D/ModuleCache.noindex \
            -sdk-module-cache-path /D/ModuleCache.noindex\u{20}
            """
        #expect(text(arguments) == rest.replacing("EXPLICIT", with: explicit))
        let implicit = try #require(arguments.withImplicitModules)
        #expect(text(implicit) == rest.replacing("EXPLICIT", with: ""))
        #expect(implicit.withImplicitModules == nil)
    }

    @Test func theLastOfEqualOptionsCounts() {
        let arguments = Arguments(["-module-name", "A", "-g", "-module-name", "B"])
        #expect(arguments["-module-name"] == "B")
        #expect(arguments["-sdk"] == nil)
        #expect(Arguments(["-sdk"])["-sdk"] == nil)
    }

    private func left(_ line: String) -> String {
        text(Arguments(line.split(separator: " ").map(String.init)))
    }

    private func text(_ arguments: Arguments) -> String {
        arguments.options.joined(separator: " ")
    }
}
