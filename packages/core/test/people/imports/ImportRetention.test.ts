import { assert } from "@effect/vitest"
import { ContactImports, ImportSettings } from "@rollcall/core"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { layerImportRetention } from "../../../src/people/imports/ImportWorker.ts"
import { everything, newCaller, refusal, services } from "../../Services.ts"
import { accepted, row, worked } from "./Import.ts"
import { testOver } from "../../Suite.ts"

const test = testOver(services)

const startRetention = Layer.build(layerImportRetention)

test("I2: an import's rows are removed 30 days after it is over, and its counts stay", function* () {
  yield* startRetention
  const imports = yield* ContactImports
  const caller = yield* newCaller
  const ref = yield* accepted(caller, [row({ email: "ada@example.org" }), row({ firstName: "Anon" })])
  const open = yield* accepted(caller, [row({ email: "bob@example.org" })])
  const rowsOf = (uuid: typeof ref.contactImport, outcome: "created" | "failed" | "skipped" | null = null) =>
    imports.rows(caller, uuid, { outcome }, everything)
  yield* worked(ref)
  const over = yield* imports.get(caller, ref.contactImport)
  yield* TestClock.adjust("30 days")
  assert.strictEqual((yield* rowsOf(ref.contactImport)).total, 2)
  yield* TestClock.adjust("5 days")
  for (const outcome of [null, "created", "failed"] as const) {
    assert.deepStrictEqual(yield* refusal(rowsOf(ref.contactImport, outcome)), ["ImportRowsRemoved"])
  }
  assert.strictEqual((yield* rowsOf(ref.contactImport, "skipped")).total, 0)
  assert.deepStrictEqual(yield* imports.get(caller, ref.contactImport), over)
  assert.strictEqual((yield* rowsOf(open.contactImport)).total, 1, "those of an import that goes on stay")
})

test("I2: the retention time is a setting", function* () {
  const imports = yield* ContactImports
  const caller = yield* newCaller
  const ref = yield* accepted(caller, [row({ email: "ada@example.org" })])
  yield* worked(ref)
  yield* TestClock.adjust("25 hours")
  const settings = { ...ImportSettings.defaultValue(), keepRowsFor: Duration.days(1) }
  yield* Effect.provideService(startRetention, ImportSettings, settings)
  yield* TestClock.adjust("1 millis")
  const rows = imports.rows(caller, ref.contactImport, {}, everything)
  assert.deepStrictEqual(yield* refusal(rows), ["ImportRowsRemoved"])
})
