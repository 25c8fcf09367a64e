import Collet

let silent = Dependencies { Module { SilentLog() as any Log } }
Model().load()
silent.override { Model().load() }
