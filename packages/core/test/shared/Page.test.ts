import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as fc from "fast-check"
import { cursorText, readPage } from "../../src/shared/Page.ts"

const key = Schema.NullOr(Schema.Union([Schema.String, Schema.Finite]))
const encode = Schema.encodeSync(
  cursorText(Schema.Struct({ of: Schema.String, by: Schema.String, key, uuid: Schema.String }))
)

describe("readPage", () => {
  it("S16: returns the cursor that its schema encodes, and decodes it to the same position", () => {
    const text = fc.string({ unit: "grapheme" })
    fc.assert(
      fc.property(
        text,
        text,
        fc.oneof(text, fc.double(), fc.constant(null)),
        fc.uuid(),
        (listing, order, key, uuid) => {
          fc.pre(typeof key !== "number" || Number.isFinite(key))
          const by = { listing, order, key: Schema.NullOr(Schema.Union([Schema.String, Schema.Finite])) }
          const page = Effect.runSync(
            readPage(by, { limit: 1, offset: 0 }, () => Effect.succeed({ items: [], total: 2, next: { key, uuid } }))
          )
          assert.strictEqual(page.next, encode({ of: listing, by: order, key, uuid }))
          const asked = Effect.runSync(
            readPage(by, { limit: 1, offset: 0, after: page.next ?? "" }, ({ after }) =>
              Effect.succeed({ items: [after], total: 2, next: null })
            )
          )
          assert.deepStrictEqual(asked.items, [{ key: Object.is(key, -0) ? 0 : key, uuid }])
        }
      )
    )
  })
})
