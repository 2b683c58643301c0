/** A fake of the Cloud API, for tests of a host and for demonstrations. */
export { connectFake, type FakeProcess, startFake } from "./fake/FakeProcess.ts"
export { FakeLog, FakeOptions, FakeScript } from "./fake/FakeScript.ts"
