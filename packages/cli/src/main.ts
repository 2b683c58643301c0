#!/usr/bin/env node
import { enableCompileCache } from "node:module"

// Reading and compiling the code is most of a start. Node keeps what it compiled, in the temporary folder of the system
// or where NODE_COMPILE_CACHE says, so that the next start takes half the time.
enableCompileCache()

await import("./Program.ts")
