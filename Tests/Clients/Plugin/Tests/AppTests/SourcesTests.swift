import ColletCheck
import Foundation
import Testing

@Test(.enabled(if: FileManager.default.fileExists(atPath: #filePath)))
func everythingIsWiredInTheSources() throws { try checkDependencies() }
