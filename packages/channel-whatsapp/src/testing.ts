/** A fake of the Cloud API for tests and demonstrations. */
export { connectFake, type FakeProcess, startFake } from "./fake/FakeProcess.ts"
export { FakeLog, FakeOptions, FakeScript } from "./fake/FakeScript.ts"
