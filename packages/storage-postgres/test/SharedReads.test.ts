import { assert, describe, it } from "@effect/vitest"
import { ContactStore } from "@rollcall/core/storage"
import { Effect, Option } from "effect"
import { Statement } from "effect/sql"
import { database, layerWithClient, newContact, newWorkspace } from "./Fixture.ts"

describe("contacts that are read at the same time", () => {
  it.live("share a statement with those that come while one runs, and one that is alone begins at once", () =>
    Effect.gen(function* () {
      const url = yield* database
      const program = Effect.gen(function* () {
        const store = yield* ContactStore
        const workspace = yield* newWorkspace
        const contact = yield* newContact(workspace, { email: "ada@example.org" })
        yield* store.save({ created: [{ contact, changes: [] }], changed: [] })
        let statements = 0
        const counted: Statement.Transformer = (statement) => {
          statements += 1
          return Effect.succeed(statement)
        }
        const find = Effect.provideService(store.find(workspace, contact.uuid), Statement.CurrentTransformer, counted)
        assert.isTrue(Option.isSome(yield* find))
        assert.strictEqual(statements, 1)
        const found = yield* Effect.all(
          Array.from({ length: 32 }, () => find),
          { concurrency: "unbounded" }
        )
        assert.isTrue(found.every(Option.isSome))
        assert.strictEqual(statements, 3)
      })
      yield* Effect.provide(program, layerWithClient({ url }))
    })
  )
})
