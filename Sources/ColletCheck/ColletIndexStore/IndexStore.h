// The C types of the compiler's index store library, as far as the check calls it. Its functions are
// looked up by name at run time; those of the same shape share a type here. What they hand out is
// valid only as long as its reader. What went wrong is not asked for, so the errors may be null.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void *IndexObject;
// Has no zero at its end.
typedef struct { const char *data; size_t length; } IndexString;
// Returns false to stop.
typedef bool (*IndexVisitor)(void *context, IndexObject element);
typedef IndexObject (*IndexOpenStore)(const char *path, IndexObject *error);
typedef IndexObject (*IndexOpen)(IndexObject store, const char *name, IndexObject *error);
typedef void (*IndexDispose)(IndexObject object);
typedef IndexObject (*IndexPart)(IndexObject object);
typedef IndexString (*IndexText)(IndexObject object);
typedef unsigned (*IndexKind)(IndexObject object);
typedef uint64_t (*IndexBits)(IndexObject object);
typedef void (*IndexPlace)(IndexObject occurrence, unsigned *line, unsigned *column);
typedef bool (*IndexEach)(IndexObject object, void *context, IndexVisitor visit);

// The demangler of the compiler's library: it writes a name, and returns how long that is.
typedef size_t (*Demangle)(const char *name, char *buffer, size_t length);
// The Swift runtime's demangler, which has no Swift interface. The caller frees the result.
char *swift_demangle(
    const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);
