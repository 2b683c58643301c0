import { assert } from "@effect/vitest"
import { ContactErasure } from "@rollcall/core/people"
import { Effect } from "effect"
import { ContactLists, Contacts, systemCaller } from "@rollcall/core"
import { contactWith, everything, newCaller, services } from "../../Services.ts"
import { suite } from "../../Suite.ts"

suite(services)("the members of a list", (test) => {
  test("L3: the list's count and its members' total agree, whichever members are archived or erased", function* () {
    const [contacts, lists] = [yield* Contacts, yield* ContactLists]
    const erasure = yield* ContactErasure
    const caller = yield* newCaller
    const { workspace } = caller
    const list = yield* lists.create(caller, { name: "Regulars" })
    const made = yield* Effect.replicateEffect(contactWith(workspace), 3)
    const [first, second, third] = made.map(({ uuid }) => uuid)
    if (first === undefined || second === undefined || third === undefined) throw new Error("three were made")
    const figures = Effect.gen(function* () {
      const { count } = yield* lists.get(caller, list.uuid)
      const { total } = yield* lists.members(caller, list.uuid, {}, everything)
      const all = yield* lists.members(caller, list.uuid, { includeArchived: true }, everything)
      return { count, total, all: all.total }
    })
    yield* lists.addMembers(caller, list.uuid, [first, second, third])
    assert.deepStrictEqual(yield* figures, { count: 3, total: 3, all: 3 })
    yield* contacts.archive(systemCaller(workspace), first)
    assert.deepStrictEqual(yield* figures, { count: 2, total: 2, all: 3 })
    yield* erasure.erase(caller, second)
    assert.deepStrictEqual(yield* figures, { count: 1, total: 1, all: 2 })
    yield* erasure.erase(caller, first)
    assert.deepStrictEqual(yield* figures, { count: 1, total: 1, all: 1 })
  })
})
