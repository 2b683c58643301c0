import { assert, describe } from "@effect/vitest"
import { systemCaller, Contacts } from "@rollcall/core"
import { AudienceWalks } from "@rollcall/core/sending"
import { allOf, layerContactSets } from "@rollcall/core/people"
import { AudienceStore, ContactStore, WorkspaceStore } from "@rollcall/core/storage"
import { Context, Duration, Effect, Layer, Stream } from "effect"
import { anotherPool, database, newWorkspace } from "./Fixture.ts"
import { live } from "../../core/test/Suite.ts"

const everybody = { include: [{ _tag: "Satisfying", condition: allOf([]) }], exclude: [] } as const

describe("reading audiences", () => {
  live("S12: uses at most a third of the connections, but at least one", function* () {
    const url = yield* database
    for (const [maxConnections, walks] of [
      [1, 1],
      [2, 1],
      [7, 2],
      [10, 3]
    ] as const) {
      const pool = yield* anotherPool(url, { maxConnections })
      assert.strictEqual(Context.get(pool, AudienceStore).walksAtOnce, walks)
    }
  })

  for (const maxConnections of [1, 2, 4]) {
    live(`S12: completes with ${maxConnections} connections, even if the readers need more`, function* () {
      const pool = yield* anotherPool(yield* database, { maxConnections, statementTimeout: Duration.seconds(2) })
      const workspace = yield* newWorkspace
      yield* Context.get(pool, WorkspaceStore).ensure(workspace, workspace)
      const read = yield* Effect.gen(function* () {
        const contacts = yield* Contacts
        const store = yield* ContactStore
        const { inResolution } = yield* AudienceWalks
        yield* Effect.forEach(Array.from({ length: 20 }), (_, n) =>
          contacts.create(systemCaller(workspace), { email: `${n}@example.org` })
        )
        const walk = inResolution(workspace, everybody, 2).pipe(
          Stream.mapEffect((part) =>
            Effect.forEach(part, ({ contact }) => store.find(workspace, contact.uuid), { concurrency: 2 })
          ),
          Stream.runCollect,
          Effect.map((found) => found.flat().length)
        )
        return yield* Effect.all([walk, walk, walk, walk, walk, walk], { concurrency: "unbounded" })
      }).pipe(
        Effect.provide(Layer.merge(Layer.provide(Contacts.layer, layerContactSets), AudienceWalks.layer)),
        Effect.provide(pool)
      )
      assert.deepStrictEqual(read, [20, 20, 20, 20, 20, 20])
    })
  }
})
