import { assert, describe, it } from "@effect/vitest"
import { ActorUuid, type Contact, ContactListUuid, ContactUuid, NoteUuid, WorkspaceUuid } from "@rollcall/core"
import { addressesOf, digitForms, writableDescriptions } from "@rollcall/core/people"
import { DateTime, Effect, Struct } from "effect"
import * as Digest from "effect/crypto/Digest"
import * as fc from "fast-check"
import type { Belongings, KeptSides } from "../../../src/people/merges/ContactMerge.ts"
import { keptOf, wholeState } from "../../../src/people/merges/KeptBelongings.ts"
import { mergedBelongings, mergedContact } from "../../../src/people/merges/MergeContact.ts"

const fields = Struct.keys(writableDescriptions)
const keys = ["title", "shoe_size", "constructor"]
const workspaceUuid = WorkspaceUuid.make("0198a5c0-0000-7000-8000-000000000001")
const nth = (n: number) => `0198a5c0-0000-7000-8000-00000000000${n}`

const instant = fc.integer({ min: 0, max: 9 }).map((millis) => DateTime.makeUnsafe(millis))
const text = fc.option(fc.constantFrom("49170111111", "49170222222", "ada"))

const contactOf = (n: number): fc.Arbitrary<Contact> =>
  fc
    .record({
      texts: fc.array(text, { minLength: fields.length, maxLength: fields.length }),
      clientReference: text,
      archived: fc.boolean(),
      createdAt: instant,
      updatedAt: instant,
      lastEngagedAt: fc.option(instant),
      values: fc.array(fc.tuple(fc.constantFrom(...keys), fc.constantFrom("red", 7, false)))
    })
    .map(({ texts, values, ...others }) => {
      const [firstName, lastName, externalContactId, email, phoneNumber, chatappId, socialmsgId] = texts.map(
        (one) => one ?? null
      )
      return {
        uuid: ContactUuid.make(nth(n)),
        workspaceUuid,
        firstName: firstName ?? null,
        lastName: lastName ?? null,
        externalContactId: externalContactId ?? null,
        email: email ?? null,
        phoneNumber: phoneNumber ?? null,
        chatappId: chatappId ?? null,
        socialmsgId: socialmsgId ?? null,
        ...others,
        customFields: Object.fromEntries(values)
      }
    })

const belongingsOf = (notes: ReadonlyArray<number>): fc.Arbitrary<Belongings> =>
  fc.record({
    memberships: fc.uniqueArray(
      fc.record({
        list: fc.integer({ min: 0, max: 3 }).map((n) => ContactListUuid.make(nth(n))),
        addedAt: instant,
        addedBy: fc.constant(ActorUuid.make(nth(9)))
      }),
      { selector: ({ list }) => list }
    ),
    notes: fc.subarray(notes.map((n) => ({ note: NoteUuid.make(nth(n)), updatedAt: DateTime.makeUnsafe(n) }))),
    formerAddresses: fc.subarray(["49170111111", "49170333333"])
  })

const keep: fc.Arbitrary<KeptSides> = fc.dictionary(
  fc.constantFrom(...fields, ...keys),
  fc.constantFrom("this", "from")
)

const valuesOf = (contact: Contact) =>
  new Map<string, unknown>([
    ...fields.map((field) => [field, contact[field]] as const),
    ...keys.map((key) => [key, Object.hasOwn(contact.customFields, key) ? contact.customFields[key] : null] as const)
  ])

const now = DateTime.makeUnsafe(5)
const names = (items: Belongings) => ({
  lists: new Set(items.memberships.map(({ list }) => list)),
  notes: new Set(items.notes.map(({ note }) => note))
})

describe("the result of merging two contacts", () => {
  it("M1: has for each field the value chosen by `keep`, otherwise the survivor's value, or else the other's", () => {
    fc.assert(
      fc.property(contactOf(1), contactOf(2), keep, (survivor, from, keep) => {
        const merged = mergedContact(survivor, from, keep, now)
        const [has, own, other] = [valuesOf(merged), valuesOf(survivor), valuesOf(from)]
        for (const name of [...fields, ...keys]) {
          const side = Object.hasOwn(keep, name) ? keep[name] : undefined
          const expected = side === "from" ? other.get(name) : (own.get(name) ?? (side ? null : other.get(name)))
          assert.strictEqual(has.get(name), expected, name)
        }
        assert.deepStrictEqual(
          [merged.uuid, merged.createdAt, merged.archived],
          [survivor.uuid, survivor.createdAt, survivor.archived && from.archived]
        )
        assert.isTrue(DateTime.isGreaterThan(merged.updatedAt, survivor.updatedAt))
        const engaged = [survivor, from].map(({ lastEngagedAt }) => lastEngagedAt?.epochMilliseconds ?? -1)
        assert.strictEqual(merged.lastEngagedAt?.epochMilliseconds ?? -1, Math.max(...engaged))
      })
    )
  })

  it("M2: has both contacts' data, each list once, and as former addresses all that it no longer has", () => {
    const had = [belongingsOf([1, 2, 3]), belongingsOf([4, 5, 6])] as const
    fc.assert(
      fc.property(contactOf(1), contactOf(2), keep, ...had, (survivor, from, keep, survivorHad, fromHad) => {
        const merged = mergedContact(survivor, from, keep, now)
        const all = mergedBelongings(digitForms, { survivor, from, merged, survivorHad, fromHad })
        const [own, other] = [names(survivorHad), names(fromHad)]
        assert.deepStrictEqual(names(all).lists, new Set([...own.lists, ...other.lists]))
        assert.strictEqual(all.memberships.length, names(all).lists.size)
        assert.includeMembers([...all.memberships], [...survivorHad.memberships])
        assert.deepStrictEqual(names(all).notes, new Set([...own.notes, ...other.notes]))
        const known = new Set([...addressesOf(digitForms, merged), ...all.formerAddresses])
        for (const contact of [survivor, from])
          for (const address of addressesOf(digitForms, contact)) assert.isTrue(known.has(address), address)
        for (const address of [...survivorHad.formerAddresses, ...fromHad.formerAddresses])
          assert.include(all.formerAddresses, address)
        assert.strictEqual(new Set(all.formerAddresses).size, all.formerAddresses.length)
      })
    )
  })
})

describe("the kept state of a survivor's data", () => {
  const had = [belongingsOf([1, 2, 3]), belongingsOf([4, 5, 6])] as const

  it("M4: restores everything the survivor had, from the merge's result, and for merges of earlier releases", () =>
    fc.assert(
      fc.asyncProperty(contactOf(1), contactOf(2), ...had, async (survivor, from, survivorHad, fromHad) => {
        const merged = mergedContact(survivor, from, {}, now)
        const parts = { survivor, from, merged, fromHad, optedOut: [] }
        const left = mergedBelongings(digitForms, { ...parts, survivorHad })
        const kept = await run(keptOf(survivorHad, fromHad, left))
        for (const stored of [kept, survivorHad]) {
          const { changed, state } = await run(wholeState({ ...parts, survivorHad: stored }, left))
          assert.deepStrictEqual([state.survivorHad, changed], [survivorHad, []])
        }
      })
    ))

  it("M4: shows changed lists or notes, in whatever order they are read", () =>
    fc.assert(
      fc.asyncProperty(contactOf(1), contactOf(2), ...had, async (survivor, from, survivorHad, fromHad) => {
        const merged = mergedContact(survivor, from, {}, now)
        const parts = { survivor, from, merged, fromHad, optedOut: [] }
        const left = mergedBelongings(digitForms, { ...parts, survivorHad })
        const state = { ...parts, survivorHad: await run(keptOf(survivorHad, fromHad, left)) }
        const changesOf = async (has: Belongings) => (await run(wholeState(state, has))).changed
        const [memberships, notes] = [left.memberships.toReversed(), left.notes.toReversed()]
        assert.deepStrictEqual(await changesOf({ ...left, memberships, notes }), [])
        if (notes.length > 0) {
          assert.deepStrictEqual(await changesOf({ ...left, notes: notes.slice(1) }), ["notes"])
          const later = notes.map((note) => ({ ...note, updatedAt: DateTime.add(note.updatedAt, { seconds: 1 }) }))
          assert.deepStrictEqual(await changesOf({ ...left, notes: later }), ["notes"])
        }
        if (memberships.length > 0)
          assert.deepStrictEqual(await changesOf({ ...left, memberships: memberships.slice(1) }), ["contact_lists"])
      })
    ))
})

const run = <A, E>(effect: Effect.Effect<A, E, Digest.Digest>) =>
  Effect.runPromise(Effect.provide(effect, Digest.layerWebCrypto))
