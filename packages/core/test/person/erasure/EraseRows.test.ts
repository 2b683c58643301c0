import { assert } from "@effect/vitest"
import { ContactImports } from "@rollcall/core"
import { ContactErasure, RowOfAnyShape, runImport } from "@rollcall/core/people"
import { Effect, Schema } from "effect"
import { contactsOf, everything, newCaller, services } from "../../Services.ts"
import { testOver } from "../../Suite.ts"

const test = testOver(services)

const rowOf = Schema.decodeUnknownSync(RowOfAnyShape)

test("C7, I2: the rows of an erased contact, and rows that only name it, keep only their outcomes", function* () {
  const caller = yield* newCaller
  const { workspace } = caller
  const imports = yield* ContactImports
  const erasure = yield* ContactErasure
  const fields = { firstName: "Ana", email: "ana@example.org", phoneNumber: "+4917000000001" }
  const { uuid } = yield* imports.create(caller, {
    matchOnField: "email",
    contacts: [
      { fields },
      { fields: { email: "other@example.org" } },
      { fields: { email: "ANA@example.org", phoneNumber: "\0" } },
      { fields: { firstName: "Ana", phoneNumber: "49 170 00000001" } }
    ].map((given) => rowOf(given))
  })
  yield* runImport({ workspace, contactImport: uuid })
  const shown = Effect.map(imports.rows(caller, uuid, {}, everything), ({ items }) =>
    items.map(({ isErased, original, result }) => [
      result?.outcome,
      original !== null,
      result?.contactUuid !== null,
      isErased
    ])
  )
  const ana = (yield* contactsOf(workspace)).filter(({ email }) => email === "ana@example.org")
  for (const contact of ana) yield* erasure.erase(caller, contact.uuid)
  assert.deepStrictEqual(yield* shown, [
    ["created", false, false, true],
    ["created", true, true, false],
    ["failed", false, false, true],
    ["created", true, true, false]
  ])
})
