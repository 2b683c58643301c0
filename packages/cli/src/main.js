#!/usr/bin/env node
// Written in JavaScript: a TypeScript module would load Node's compiler before the compile cache is on.
import module from "node:module"
import { setFlagsFromString } from "node:v8"

// Nothing above uses features that an older Node lacks, because its error would not explain the problem.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`Rollcall needs Node 22.19 or newer; this is ${process.versions.node}\n`)
  process.exit(2)
}

// Most of a start is reading and compiling code. Node caches the compiled code in the system's temporary folder, or in
// NODE_COMPILE_CACHE, so the next start takes half the time.
module.enableCompileCache()

// With much memory, the heap may grow to several times the size in use before it is collected. A server shares its
// machine, so the heap grows by only half of the size in use.
setFlagsFromString("--heap-growing-percent=50")

await import("./Program.ts")
