import { assert, describe, it } from "@effect/vitest"
import { simulatorTemplates } from "@rollcall/channel-simulator"
import { Template } from "@rollcall/core"
import { TemplateCatalog } from "@rollcall/core/channel"
import { Option, Schema } from "effect"
import { message } from "./Fixture.ts"
import { testOver } from "../../core/test/Suite.ts"

const test = testOver(TemplateCatalog.layerOf(simulatorTemplates))

describe("the simulator's templates", () => {
  it("cover everything in the template schema, all in English", () => {
    assert.deepStrictEqual(Schema.decodeUnknownSync(Schema.Array(Template))(simulatorTemplates), simulatorTemplates)
    assert.isTrue(simulatorTemplates.every(({ locale }) => locale === "en"))
    assert.deepStrictEqual(
      simulatorTemplates.map(({ kind, name, status }) => `${name}: ${kind}, ${status}`),
      [
        "appointment_reminder: plain, approved",
        "order_update: plain, approved",
        "summer_collection: carousel, approved",
        "draft_offer: plain, pending"
      ]
    )
  })

  test("are found by name and locale (B5)", function* () {
    const catalog = yield* TemplateCatalog
    const { workspace } = message(1)
    const order = yield* catalog.find(workspace, { name: "order_update", locale: "en", from: null })
    assert.deepInclude(Option.getOrThrow(order).template, { header: "image", body: 2, buttons: 1 })
    assert.isTrue(Option.isNone(yield* catalog.find(workspace, { name: "order_update", locale: "de", from: null })))
  })
})
