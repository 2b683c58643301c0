import { assert, describe } from "@effect/vitest"
import { CustomFieldUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Context, Effect, Random } from "effect"
import { live } from "../../core/test/Suite.ts"
import { migrate } from "../src/index.ts"
import { accept, anotherPool, database, newBroadcast, newContact, newRecipients, newWorkspace } from "./Fixture.ts"
import { withDatabase } from "./server/Databases.ts"

const rowsOf = `
  SELECT (SELECT count(*)::int FROM contact_counts) AS contacts, (SELECT count(*)::int FROM value_counts) AS values,
    (SELECT count(*)::int FROM recipient_counts) AS recipients, (SELECT count(*)::int FROM recipient_reasons) AS reasons`

/** A source of numbers that are all the same. */
const always = (number: number) => ({ nextIntUnsafe: () => 0, nextDoubleUnsafe: () => number })

/** Creates contacts one after the other, or at once, and broadcasts to two recipients, one of whom is refused. */
const write = Effect.fnUntraced(function* (storage: Context.Context<ContactStore>, atOnce: boolean) {
  const workspace = yield* newWorkspace
  const field = CustomFieldUuid.make(yield* nextId)
  const created = Effect.gen(function* () {
    const contact = yield* newContact(workspace, { firstName: "Ada" })
    const changes = [{ field, key: "drink", value: "tea", entries: [{ text: "tea" }] }]
    yield* Context.get(storage, ContactStore).save({
      created: [contactWrite(digitForms, "contact.created", contact, changes)],
      changed: []
    })
  })
  yield* Effect.replicateEffect(created, 20, { concurrency: atOnce ? 8 : 1 })
})

describe("counts after statements that write counted rows", () => {
  live("are added rows, and their sums where a statement replaces them", function* () {
    const url = yield* database
    const storage = yield* anotherPool(url)
    yield* Effect.provideService(write(storage, false), Random.Random, always(0.5))
    const [added] = yield* withDatabase(url, (sql) => sql.unsafe(rowsOf))
    assert.deepStrictEqual(added, { contacts: 20, values: 20, recipients: 0, reasons: 0 })
    yield* Effect.provideService(write(storage, false), Random.Random, always(0))
    const [replaced] = yield* withDatabase(url, (sql) => sql.unsafe(rowsOf))
    assert.deepStrictEqual(replaced, { contacts: 21, values: 21, recipients: 0, reasons: 0 })
    assert.deepStrictEqual(yield* migrate.inspect({ url }), { damages: [], counts: [] })
  })

  live("are correct when concurrent statements replace them, also for recipients", function* () {
    const url = yield* database
    const storage = yield* anotherPool(url)
    const recipients = Effect.gen(function* () {
      const broadcast = yield* newBroadcast(yield* newWorkspace)
      const [refused, ...others] = yield* newRecipients(4)
      const problem = { reason: "opted_out", error: "opted out" } as const
      const rejected = { _tag: "Rejected" as const, problems: [problem] as const }
      yield* accept(storage, broadcast, [
        ...others,
        ...(refused === undefined ? [] : [{ ...refused, outcome: rejected }])
      ])
    })
    const all = Effect.all([write(storage, true), write(storage, true), recipients, recipients], {
      concurrency: "unbounded"
    })
    yield* Effect.provideService(all, Random.Random, always(0))
    assert.deepStrictEqual(yield* migrate.inspect({ url }), { damages: [], counts: [] })
    const [rows] = yield* withDatabase(url, (sql) => sql.unsafe(rowsOf))
    assert.propertyVal(rows, "recipients", 2)
    assert.propertyVal(rows, "reasons", 2)
  })
})
