import { bundleConsole } from "./BundleConsole.ts"
import { bundleCreate, createFile } from "./BundleCreate.ts"
import { bundleDriver } from "./BundleDriver.ts"
import { bundleProgram, programFile } from "./BundleProgram.ts"

// The last step of `npm run build`, after the compiler.
await bundleDriver()
console.log(`the console: ${await bundleConsole()} bytes in gzip`)
console.log(`${createFile}: ${await bundleCreate()} bytes`)
console.log(`${programFile}: ${await bundleProgram()} bytes`)
