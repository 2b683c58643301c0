import { enableCompileCache } from "node:module"

// As `rollcall` itself does: a process that is killed fifty times should not compile everything fifty times.
enableCompileCache()

await import("./ImportProcess.ts")
