import { assert, describe } from "@effect/vitest"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import { Statement } from "effect/sql"
import { database, layerWithClient, newContact, newWorkspace } from "./Fixture.ts"
import { live } from "../../core/test/Suite.ts"

describe("concurrent reads of contacts", () => {
  live("share a statement within one turn, and a single read begins at once", function* () {
    const url = yield* database
    const program = Effect.gen(function* () {
      const store = yield* ContactStore
      const workspace = yield* newWorkspace
      const contact = yield* newContact(workspace, { email: "ada@example.org" })
      yield* store.save({ created: [contactWrite(digitForms, "contact.created", contact)], changed: [] })
      let statements = 0
      const counted: Statement.Transformer = (statement) => {
        statements += 1
        return Effect.succeed(statement)
      }
      const find = Effect.provideService(store.find(workspace, contact.uuid), Statement.CurrentTransformer, counted)
      /** Reads the contact so many times at once, and returns how many statements that took. */
      const statementsOf = Effect.fnUntraced(function* (reads: number) {
        statements = 0
        const found = yield* Effect.all(
          Array.from({ length: reads }, () => find),
          { concurrency: "unbounded" }
        )
        assert.isTrue(found.every(Option.isSome))
        return statements
      })
      assert.strictEqual(yield* statementsOf(1), 1)
      assert.strictEqual(yield* statementsOf(32), 2)
      // Several came last, so that the first of these waits for the others.
      assert.strictEqual(yield* statementsOf(32), 1)
      assert.strictEqual(yield* statementsOf(1), 1)
      assert.strictEqual(yield* statementsOf(32), 2)
    })
    yield* Effect.provide(program, layerWithClient({ url }))
  })
})
