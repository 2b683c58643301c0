import { WorkspaceStore } from "@rollcall/core/storage"
import { assert, describe } from "@effect/vitest"
import { Contacts, type ContactUuid, systemCaller } from "@rollcall/core"
import { comparePlaces } from "@rollcall/core/operations"
import { ContactErasure } from "@rollcall/core/people"
import { Context, Duration, Effect, Fiber, Layer, Random } from "effect"
import { anotherPool, database, newWorkspace } from "./Fixture.ts"
import { live } from "../../core/test/Suite.ts"

const services = Layer.merge(Contacts.layer, ContactErasure.layer)

const names = ["Ann", "ann", "Bob", "Cid", "x".repeat(600), null]

const lastName = { field: { kind: "text", name: "lastName" }, direction: "asc" } as const

/** How many walks there are while writers write. */
const walks = 2

describe("64 writers", () => {
  live("S16: run while each reader lists the remaining contacts exactly once, in order", function* () {
    const pool = yield* anotherPool(yield* database, { statementTimeout: Duration.minutes(1) })
    const workspace = yield* newWorkspace
    const caller = systemCaller(workspace)
    yield* Context.get(pool, WorkspaceStore).ensure(workspace, workspace)
    yield* Effect.gen(function* () {
      const contacts = yield* Contacts
      const erasure = yield* ContactErasure
      const create = (n: number) =>
        contacts.create(systemCaller(workspace), {
          email: `${n}@example.org`,
          lastName: names[n % names.length] ?? null
        })
      const steady = yield* Effect.forEach(
        Array.from({ length: 120 }, (_, n) => n),
        create,
        { concurrency: 16 }
      )
      const inOrder = comparePlaces("asc")
      const placeOf = ({ lastName, uuid }: (typeof steady)[number]) => ({ key: lastName?.toLowerCase() ?? null, uuid })
      const expected = steady.toSorted((a, b) => inOrder(placeOf(a), placeOf(b))).map(({ uuid }) => uuid)
      let writes = 0

      /** Creates, renames and erases contacts of its own, and changes of those that stay what does not move them. */
      const writer = Effect.gen(function* () {
        let own: ReadonlyArray<ContactUuid> = []
        while (true) {
          const dice = yield* Random.nextIntBetween(0, 1_000)
          const [first, ...others] = own
          const one = steady[dice % steady.length]
          if (dice % 4 === 0 && one) yield* contacts[dice % 8 === 0 ? "archive" : "restore"](caller, one.uuid)
          else if (dice % 4 === 1 && one) yield* contacts.update(caller, one.uuid, { firstName: `${dice}` })
          else if (first === undefined || (dice % 4 === 2 && own.length < 3)) own = [...own, (yield* create(dice)).uuid]
          else if (own.length > 2 || dice % 8 === 3) {
            yield* erasure.erase(systemCaller(workspace), first)
            own = others
          } else yield* contacts.update(caller, first, { lastName: names[dice % names.length] ?? null })
          writes++
        }
      })
      const writers = yield* Effect.replicateEffect(Effect.forkChild(writer), 64)

      const isSteady = new Set(expected)
      for (let walk = 0; walk < walks; walk++) {
        const seen: Array<ContactUuid> = []
        const before = writes
        let after: string | undefined
        do {
          const page = yield* contacts.list(systemCaller(workspace), lastName, { limit: 25, offset: 0, after })
          seen.push(...page.items.map(({ uuid }) => uuid))
          after = page.next ?? undefined
        } while (after !== undefined)
        assert.deepStrictEqual(
          seen.filter((uuid) => isSteady.has(uuid)),
          expected
        )
        assert.isAbove(writes - before, 64)
      }
      yield* Fiber.interruptAll(writers)
    }).pipe(Effect.provide(Layer.provide(services, Layer.succeedContext(pool))))
  })
})
