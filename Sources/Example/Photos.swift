import Collet

/// The smallest use of the library: one service, one view model, no module.
protocol PhotosManaging: Sendable {
    func photos(of user: String) -> [String]
}

struct PhotoManager: PhotosManaging {
    func photos(of user: String) -> [String] { ["beach.jpg", "\(user).jpg"] }
}

final class UserPhotoViewModel {
    @Inject private var manager: any PhotosManaging
    private let user: String

    init(user: String) { self.user = user }

    var caption: String {
        let photos = manager.photos(of: user)
        return "\(photos.count) photos of \(user): \(photos.joined(separator: ", "))"
    }
}
