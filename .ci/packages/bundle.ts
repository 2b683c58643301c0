import { bundleDriver } from "./BundleDriver.ts"

// The end of `npm run build`, after the compiler.
await bundleDriver()
