import { assert, describe, it } from "@effect/vitest"
import { isTransient } from "../src/PostgresErrors.ts"

describe("an error of PostgreSQL that the driver does not classify", () => {
  it.each([
    ["53300", "too many connections"],
    ["53100", "disk full"],
    ["53200", "out of memory"],
    ["57P01", "shut down by an administrator"],
    ["57P03", "starting up"],
    ["58030", "a file could not be read"],
    ["25006", "a standby"],
    ["25P03", "idle in a transaction for too long"],
    ["3D000", "no such database"]
  ])("%s, %s, is transient", (code) => assert.isTrue(isTransient(Object.assign(new Error(), { code }))))

  it.each([
    ["XX001", "data corrupted"],
    ["22003", "number out of range"],
    ["25P02", "transaction already failed"],
    ["0A000", "not supported"]
  ])("%s, %s, is not transient", (code) => assert.isFalse(isTransient(Object.assign(new Error(), { code }))))

  it("without a code is not transient", () => {
    for (const cause of [new Error("no"), "53300", null, undefined, { code: 53_300 }])
      assert.isFalse(isTransient(cause))
  })
})
