import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import type { CustomField } from "../../src/custom-fields/CustomField.ts"
import { CustomFields } from "../../src/custom-fields/CustomFields.ts"
import { CustomFieldStore } from "../../src/custom-fields/CustomFieldStore.ts"
import { CustomFieldUuid } from "../../src/shared/Ids.ts"
import { slice } from "../../src/shared/Page.ts"
import { Transaction } from "../../src/shared/Transaction.ts"
import { definition } from "./Definition.ts"

const fields = Array.from({ length: 12 }, (_, n) =>
  definition({
    uuid: CustomFieldUuid.make(`00000000-0000-4000-8000-${String(n).padStart(12, "0")}`),
    fieldKey: `field_${n}`,
    status: n % 3 === 0 ? "archived" : "active"
  })
)

/** The service over a store that has these definitions, and what it replaces there. */
const over = Effect.gen(function* () {
  const replaced: Array<CustomField> = []
  const store = Layer.mock(CustomFieldStore, {
    all: () => Effect.succeed(fields),
    lock: (_, uuid) => Effect.succeed(Option.fromUndefinedOr(fields.find((field) => field.uuid === uuid))),
    replace: (field) => Effect.sync(() => void replaced.push(field))
  })
  const transaction = Layer.succeed(Transaction, Transaction.of({ run: (effect) => effect }))
  const service = yield* Effect.provide(
    CustomFields,
    Layer.provide(CustomFields.layer, Layer.merge(store, transaction))
  )
  return { replaced, service }
})

const { workspaceUuid } = definition()

describe("CustomFields", () => {
  it.effect("F7: the pages of the listing hold each active definition once, in their order, and its total", () =>
    Effect.gen(function* () {
      const { service } = yield* over
      const active = fields.filter(({ status }) => status === "active")
      for (const limit of [1, 3, active.length, 100]) {
        for (let offset = 0; offset < active.length + limit; offset += limit) {
          const page = { limit, offset }
          assert.deepStrictEqual(yield* service.list(workspaceUuid, page), slice(active, page))
        }
      }
    })
  )

  it.effect("F7: archives a definition once, at an instant that is not before its last change", () =>
    Effect.gen(function* () {
      const { replaced, service } = yield* over
      yield* TestClock.setTime(5)
      const archivedAt = DateTime.makeUnsafe(5)
      for (const [n, field] of fields.entries()) {
        const archiving = service.archive(workspaceUuid, field.uuid)
        if (n % 3 === 0) assert.strictEqual((yield* Effect.flip(archiving))._tag, "CustomFieldNotFound")
        else yield* archiving
      }
      const expected = fields.filter((_, n) => n % 3 !== 0)
      assert.deepStrictEqual(
        replaced,
        expected.map((field) => ({ ...field, status: "archived", archivedAt, updatedAt: archivedAt }))
      )
    })
  )
})
