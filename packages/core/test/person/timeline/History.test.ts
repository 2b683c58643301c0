import { assert } from "@effect/vitest"
import {
  ActorUuid,
  type Caller,
  ContactLists,
  Contacts,
  type ContactUuid,
  ContactValues,
  CustomFields,
  OptOuts
} from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { ContactErasure, ContactMerges, type TimelineEntry } from "@rollcall/core/people"
import { HistoryStore } from "@rollcall/core/storage"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { imported, row } from "../../people/imports/Import.ts"
import { define, newCaller, newDefinition } from "../../Services.ts"
import { suite } from "../../Suite.ts"
import { walked, withTimeline } from "./Fixture.ts"

/** What is done to a contact, and by which of two users. */
const step = fc.record({
  who: fc.nat({ max: 1 }),
  what: fc.constantFrom("rename", "set", "values", "archive", "unarchive", "add", "remove", "opt out", "opt in"),
  text: fc.constantFrom("a", "b", null),
  pause: fc.constantFrom(0, 0, 1)
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const end = { at: DateTime.makeUnsafe(8_000_000_000_000_000), kind: "", uuid: "" }

/** An entry in words: its type, who did it, and what is said of it. */
const inWords = (entry: TimelineEntry): string => {
  const { by, type } = entry
  if (entry.type === "updated") {
    const changes = entry.changes.map(({ field, from, to }) => `${field} ${String(from)} ${String(to)}`)
    return [type, by, ...changes].join(" ")
  }
  return [type, by].join(" ")
}

suite(withTimeline)("the history of a contact (T1, T3)", (test) => {
  test("contains every change by a service exactly once, with the actor", function* () {
    const [contacts, values, lists] = [yield* Contacts, yield* ContactValues, yield* ContactLists]
    const optOuts = yield* OptOuts
    const run = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
      const caller = yield* newCaller
      const { workspace } = caller
      const callers = [caller, { workspace, actor: ActorUuid.make(yield* nextId) }]
      const diet = yield* define(workspace, { fieldKey: "diet" })
      const list = yield* lists.create(caller, { name: "Regulars" })
      const { uuid } = yield* contacts.create(caller, { phoneNumber: "4930123456" })
      const expected = ["created "]
      const is = { firstName: null as string | null, diet: null as string | null }
      let [isArchived, isMember, isOut] = [false, false, false]
      const changed = (name: "firstName" | "diet", to: string | null, { actor }: Caller) => {
        if (is[name] !== to) expected.push(`updated ${actor} ${name} ${String(is[name])} ${String(to)}`)
        is[name] = to
      }
      for (const { pause, text, what, who } of steps) {
        const by = callers[who] ?? caller
        yield* TestClock.adjust(what === "opt out" ? 1 : pause)
        switch (what) {
          case "rename":
            yield* contacts.update(by, uuid, { firstName: text })
            changed("firstName", text, by)
            break
          case "set":
            yield* values.replace(by, uuid, diet.uuid, text)
            changed("diet", text, by)
            break
          case "values":
            yield* values.update(by, uuid, { diet: text })
            changed("diet", text, by)
            break
          case "archive":
          case "unarchive":
            yield* contacts[what === "archive" ? "archive" : "restore"](by, uuid)
            if (isArchived !== (what === "archive")) expected.push(`${what}d ${by.actor}`)
            isArchived = what === "archive"
            break
          case "add":
            yield* lists.addMembers(by, list.uuid, [uuid])
            if (!isMember) expected.push(`list_added ${by.actor}`)
            isMember = true
            break
          case "remove":
            yield* lists.removeMembers(by, list.uuid, [uuid])
            if (isMember) expected.push(`list_removed ${by.actor}`)
            isMember = false
            break
          case "opt out":
            yield* optOuts.optOut(by, uuid)
            if (!isOut) expected.push(`opted_out ${by.actor}`)
            isOut = true
            break
          case "opt in":
            yield* optOuts.optIn(by, uuid)
            if (isOut) expected.push(`opted_in ${by.actor}`)
            isOut = false
        }
      }
      for (const limit of [1, 100]) {
        const found = (yield* walked(workspace, uuid, { limit })).map(inWords)
        assert.deepStrictEqual(found.toSorted(), expected.toSorted())
      }
    })
    for (const steps of fc.sample(fc.array(step, { minLength: 10, maxLength: 40 }), { numRuns: 20, seed: 7 }))
      yield* run(steps)
  })

  test("read page by page during writes returns every permanent entry once, also moved ones", function* () {
    const [contacts, lists, optOuts] = [yield* Contacts, yield* ContactLists, yield* OptOuts]
    const caller = yield* newCaller
    const { workspace } = caller
    const { uuid } = yield* contacts.create(caller, { phoneNumber: "4930123456" })
    const made = yield* Effect.forEach([1, 2, 3, 4], (n) =>
      Effect.gen(function* () {
        yield* TestClock.adjust("1 second")
        const list = yield* lists.create(caller, { name: `List ${n}` })
        yield* lists.addMembers(caller, list.uuid, [uuid])
        return list.uuid
      })
    )
    yield* optOuts.optOut(caller, uuid)
    const before = (yield* walked(workspace, uuid)).map(inWords)
    let turn = 0
    const write = Effect.gen(function* () {
      yield* TestClock.adjust("1 second")
      const list = made[turn]
      if (list !== undefined) yield* lists.removeMembers(caller, list, [uuid])
      if (turn === 1) yield* optOuts.optIn(caller, uuid)
      turn += 1
    })
    const types = ["created", "list_added", "opted_out"] as const
    const beside = (yield* walked(workspace, uuid, { limit: 1, types: [...types] }, write)).map(inWords)
    assert.deepStrictEqual(beside, before)
    assert.deepStrictEqual((yield* walked(workspace, uuid, { types: [...types] })).map(inWords), before)
  })

  test("F6, F7, T3: never shows values of a field that is or was sensitive, or is archived", function* () {
    const [contacts, fields] = [yield* Contacts, yield* CustomFields]
    const store = yield* HistoryStore
    const caller = yield* newCaller
    const { workspace } = caller
    const made = {
      secret: yield* define(workspace, { name: "Secret", fieldKey: "secret", sensitive: true }),
      later: yield* define(workspace, { name: "Later", fieldKey: "later" }),
      gone: yield* define(workspace, { name: "Gone", fieldKey: "gone" }),
      plain: yield* define(workspace, { name: "Plain", fieldKey: "plain" })
    }
    const { uuid } = yield* contacts.create(caller, { email: "ana@example.org" })
    const customFields = { secret: "hush-1", later: "hush-2", gone: "hush-3", plain: "shown" }
    yield* contacts.update(caller, uuid, { firstName: "Ana", customFields })
    const kept = JSON.stringify(yield* store.before(workspace, [uuid], ["updated"], end, 9))
    assert.notInclude(kept, "hush-1")
    yield* fields.replace(caller, made.later.uuid, newDefinition({ name: "Later", sensitive: true }))
    yield* fields.replace(caller, made.secret.uuid, newDefinition({ name: "Secret", sensitive: false }))
    yield* fields.archive(caller, made.gone.uuid)
    const [updated] = yield* walked(workspace, uuid, { types: ["updated"] })
    assert.deepStrictEqual(updated?.type === "updated" && updated.changes, [
      { field: "firstName", customFieldUuid: null, isHidden: false, from: null, to: "Ana" },
      ...(["secret", "later", "gone", "plain"] as const).map((field) => ({
        field,
        customFieldUuid: made[field].uuid,
        isHidden: field !== "plain",
        from: null,
        to: field === "plain" ? "shown" : null
      }))
    ])
    assert.notInclude(JSON.stringify(yield* walked(workspace, uuid)), "hush")
  })

  test("I1, T3: shows an import's changes of a contact as one entry, by the import's actor", function* () {
    const contacts = yield* Contacts
    const caller = yield* newCaller
    const { workspace } = caller
    const { uuid } = yield* contacts.create(caller, { email: "ana@example.org", firstName: "Ana" })
    const rows = [
      row({ email: "ana@example.org", firstName: "Anna" }),
      row({ email: "ana@example.org", lastName: "Müller" }),
      row({ email: "bea@example.org", firstName: "Bea" }),
      row({ email: "bea@example.org", firstName: "Beatrix" })
    ]
    yield* imported(caller, rows, { batch: 4 })
    const found = (yield* walked(workspace, uuid)).map(inWords)
    assert.deepStrictEqual(found, [
      `updated ${caller.actor} firstName Ana Anna lastName null Müller`,
      ...[1, 0].map(() => `imported ${caller.actor}`),
      "created "
    ])
  })

  test("C7, T3: is empty for an erased contact", function* () {
    const [contacts, erasure, store] = [yield* Contacts, yield* ContactErasure, yield* HistoryStore]
    const caller = yield* newCaller
    const { workspace } = caller
    const { uuid } = yield* contacts.create(caller, { email: "ana@example.org" })
    yield* contacts.update(caller, uuid, { firstName: "Ana" })
    const entries = store.before(workspace, [uuid], ["updated"], end, 9)
    assert.strictEqual((yield* entries).length, 1)
    yield* erasure.erase(caller, uuid)
    assert.deepStrictEqual(yield* entries, [])
  })

  test("M1, M2, T3: includes a merged contact's history, which is separate again after an undo", function* () {
    const [contacts, lists, merges] = [yield* Contacts, yield* ContactLists, yield* ContactMerges]
    const erasure = yield* ContactErasure
    const store = yield* HistoryStore
    const caller = yield* newCaller
    const { workspace } = caller
    const list = yield* lists.create(caller, { name: "Regulars" })
    const [one, other] = [
      yield* contacts.create(caller, { email: "ana@example.org" }),
      yield* contacts.create(caller, { email: "anna@example.org" })
    ]
    yield* contacts.update(caller, one.uuid, { firstName: "Ana" })
    yield* contacts.update(caller, other.uuid, { firstName: "Anna" })
    yield* lists.addMembers(caller, list.uuid, [other.uuid])
    yield* lists.removeMembers(caller, list.uuid, [other.uuid])
    const typesOf = (uuid: ContactUuid) =>
      Effect.map(walked(workspace, uuid, { limit: 1 }), (entries) => entries.map(({ type }) => type).toSorted())
    const [ofOne, ofOther] = [yield* typesOf(one.uuid), yield* typesOf(other.uuid)]
    assert.deepStrictEqual(ofOther, ["created", "list_added", "list_removed", "updated"])
    yield* merges.merge(caller, one.uuid, { from: other.uuid })
    const both = ["created", "list_added", "list_removed", "merged", "updated", "updated"]
    assert.deepStrictEqual(yield* typesOf(one.uuid), both)
    assert.deepStrictEqual(yield* typesOf(other.uuid), both)
    yield* merges.undoMerge(caller, one.uuid, {})
    assert.deepStrictEqual([yield* typesOf(one.uuid), yield* typesOf(other.uuid)], [ofOne, ofOther])
    yield* merges.merge(caller, one.uuid, { from: other.uuid })
    yield* erasure.erase(caller, other.uuid)
    assert.deepStrictEqual(yield* store.before(workspace, [one.uuid, other.uuid], ["updated"], end, 9), [])
  })
})
