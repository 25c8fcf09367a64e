#ifdef __APPLE__
#import <Foundation/Foundation.h>
#endif

#pragma clang assume_nonnull begin

// What the fixture needs of Foundation, which Linux doesn't have for Objective-C.
#ifndef __APPLE__
__attribute__((objc_root_class))
@interface NSObject
- (instancetype)init;
@end

__attribute__((swift_name("UserDefaults")))
@interface NSUserDefaults : NSObject
@property (class, readonly, strong) NSUserDefaults *standardUserDefaults
    __attribute__((swift_name("standard")));
@end

__attribute__((swift_name("URLSession")))
@interface NSURLSession : NSObject
@property (class, readonly, strong) NSURLSession *sharedSession __attribute__((swift_name("shared")));
@end
#endif

@interface UIScene : NSObject
@end

__attribute__((swift_name("UIScene.ConnectionOptions")))
@interface UISceneConnectionOptions : NSObject
@end

@interface NSWire : NSObject
@end

@protocol UITableViewDelegate
@end

@interface UIViewController : NSObject
- (void)viewDidLoad;
@end

#pragma clang assume_nonnull end

// Nobody can write here what C++ calls these.
namespace shop {
struct Cart { int total = 0; struct Line {}; };
template <class Element> struct Box {};
using CartBox = Box<Cart>;
}
