// What says that no isolation is the default.
