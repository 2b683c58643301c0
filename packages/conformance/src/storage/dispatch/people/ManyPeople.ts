import { type Contact, OptOuts, type Storage, systemCaller } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { runImport } from "@rollcall/core/people"
import { DateTime, Effect } from "effect"
import { agree, type Check, check, holds } from "../../shared/Check.ts"
import { howManyPeople } from "../../shared/ForAll.ts"
import { StoredTexts } from "../../shared/StoredTexts.ts"
import { dispatchFixture, reminderTo } from "../DispatchFixture.ts"
import { scriptedChannel } from "../ScriptedChannel.ts"
import { addressesOf } from "./People.ts"

/** A name prefix that occurs only in this check. The next two constants are prefixes of numbers and user ids. */
const name = "qxjzvkova"
const numbers = "491556"
const userIds = "US.77191"

const numberOf = (n: number) => `${numbers}${String(n).padStart(7, "0")}`
const userIdOf = (n: number) => `${userIds}${String(n).padStart(12, "0")}`

/** Three of ten people have only a user id, and two have both addresses. */
const addressesFor = (n: number) => ({
  phoneNumber: n % 10 < 3 ? null : `+${numberOf(n)}`,
  chatappId: n % 10 < 5 ? userIdOf(n) : null
})

/**
 * Changes of ten people: one gets another user id, one another number, one an additional number, and one a user id in
 * place of the number.
 */
const changeFor = (n: number, count: number): Partial<Pick<Contact, "chatappId" | "phoneNumber">> | null => {
  switch (n % 10) {
    case 0:
      return { chatappId: userIdOf(n + count) }
    case 1:
      return { phoneNumber: `+${numberOf(n + count)}` }
    case 5:
      return { phoneNumber: `+${numberOf(n + count)}` }
    case 6:
      return { phoneNumber: null, chatappId: userIdOf(n + count) }
    default:
      return null
  }
}

const sorted = (texts: ReadonlyArray<string>) => texts.toSorted()

/** Follows people with numbers, user ids or both from import to erasure. */
export const manyPeopleChecks: ReadonlyArray<Check<Storage>> = [
  check(
    "C7, C8, R3: each of many people is reached once, at the current address, not after STOP, and is erased completely",
    Effect.gen(function* () {
      const count = yield* howManyPeople
      const channel = scriptedChannel({ receipts: true })
      const fixture = yield* dispatchFixture(channel)
      const { caller, contacts, erasure, imports, inbox, optOuts, workspace } = fixture
      const storedTexts = yield* StoredTexts

      const rows = Array.from({ length: count }, (_, n) => {
        const fields = { ...addressesFor(n), firstName: `${name} ${n}`, email: `${name}.${n}@example.org` }
        return { fields }
      })
      const { uuid: contactImport } = yield* imports.create(caller, { contacts: rows, matchOnField: "email" })
      yield* Effect.repeat(Effect.provideService(runImport({ workspace, contactImport }), OptOuts, optOuts), {
        until: (hasMore) => !hasMore
      })
      const { items } = yield* imports.rows(systemCaller(workspace), contactImport, {}, { limit: count, offset: 0 })
      const uuids = items.flatMap(({ result }) => (result?.outcome === "created" ? (result.contactUuid ?? []) : []))
      yield* agree("How many were imported", uuids.length, count)
      for (const [n, uuid] of uuids.entries()) {
        const change = changeFor(n, count)
        if (change !== null) yield* contacts.update(caller, uuid, change)
      }

      const toAll = Effect.gen(function* () {
        const before = channel.accepted.length
        const uuid = yield* fixture.create({
          ...{ name: "Reminder", templateName: "reminder", from: "4915100000000" },
          parameters: { bodyOrder: ["name"] },
          audience: { include: [{ search: {} }], parameters: { body: { name: { field: "firstName" } } } }
        })
        yield* fixture.sendDue
        const { broadcast } = yield* fixture.deliveries.get(systemCaller(workspace), uuid)
        yield* agree("How the broadcast ends", broadcast.status, "completed")
        return sorted(channel.accepted.slice(before).map(({ to }) => to))
      })
      // The export: every contact, page by page.
      const exported: Array<Contact> = []
      for (let offset = 0; offset < count; offset += 100) {
        exported.push(...(yield* contacts.search(systemCaller(workspace), {}, { limit: 100, offset })).items)
      }
      const addresses = new Map(exported.map((contact) => [contact.uuid, addressesOf(contact)]))
      yield* agree("Who is exported", sorted(exported.map(({ uuid }) => uuid)), sorted(uuids))
      const present = uuids.map((uuid) => addresses.get(uuid)?.[0] ?? "")
      yield* agree("Who is reached", yield* toAll, sorted(present))

      const stopped = present.filter((_, n) => n % 4 === 0)
      const at = yield* DateTime.now
      const messages = yield* Effect.forEach(stopped, (from) =>
        Effect.map(nextId, (channelMessageId) => {
          const said = { workspace, from, to: "4915100000000", at, kind: "text", text: "Stop", channelMessageId }
          return said
        })
      )
      yield* inbox.take("chatapp", { receipts: [], messages, notices: [] })
      const last = uuids.findLast((_, n) => n % 4 === 0)
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* fixture.startProcess
          if (last === undefined) return
          yield* Effect.repeat(Effect.andThen(fixture.pass("250 millis"), optOuts.get(systemCaller(workspace), last)), {
            until: ({ optOut }) => optOut !== null
          })
        })
      )
      const heard = new Set(stopped)
      const others = present.filter((address) => !heard.has(address))
      yield* agree("Who is reached after STOP", yield* toAll, sorted(others))
      // Each address of a person also finds the person.
      const [recipient] = reminderTo(1).recipients
      const all = Array.from(addresses.values()).flat()
      const recipients = recipient === undefined ? [] : all.map((identifier) => ({ ...recipient, identifier }))
      const { warnings } = yield* fixture.broadcasts.validate(caller, reminderTo(0, { recipients }))
      const outAt = Array.from(addresses.values()).filter(([first]) => heard.has(first ?? ""))
      yield* agree("Who is refused", sorted(warnings.map(({ identifier }) => identifier)), sorted(outAt.flat()))

      for (const uuid of uuids) {
        const { isComplete } = yield* erasure.erase(systemCaller(workspace), uuid)
        yield* holds("an erasure is complete", isComplete, uuid)
      }
      // An opt-out stays after the person is erased.
      const left = (yield* storedTexts(workspace)).filter(
        ({ place, text }) =>
          !/^opt_?outs/i.test(place) &&
          [name, numbers, userIds].some((trace) => text.toLowerCase().includes(trace.toLowerCase()))
      )
      yield* agree("What is left of them", left, [])
    }).pipe(Effect.scoped)
  )
]
