#!/usr/bin/env node
// JavaScript, because a module of TypeScript that is read before the cache is on loads the compiler that Node has.
import module from "node:module"
import { setFlagsFromString } from "node:v8"

// Nothing that an older Node lacks is asked for before, by name: it would fail with an error that does not say why.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`Rollcall needs Node 22.19 or newer; this is ${process.versions.node}\n`)
  process.exit(2)
}

// Reading and compiling the code is most of a start. Node keeps what it compiled, in the temporary folder of the system
// or where NODE_COMPILE_CACHE says, so that the next start takes half the time.
module.enableCompileCache()

// A machine with much memory lets the heap grow to several times of what is in use before it is cleaned. A server shares
// its machine: half more than what is in use is enough.
setFlagsFromString("--heap-growing-percent=50")

await import("./Program.ts")
