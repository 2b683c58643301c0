import type { Contact, ContactUuid, Storage } from "@rollcall/core"
import type { AudienceBroadcast } from "@rollcall/core/broadcasts"
import { WorkspaceStore } from "@rollcall/core/storage"
import { WorkspaceSettings } from "@rollcall/core/workspaces"
import { DateTime, Effect, Option } from "effect"
import fc from "fast-check"
import { type Check, check, holds } from "../shared/Check.ts"
import { forAll, generatedSequences } from "../shared/ForAll.ts"
import { dispatchFixture, quickSettings, reminderTo } from "./DispatchFixture.ts"
import { channelError, scriptedChannel } from "./ScriptedChannel.ts"

/** Few people and few numbers, so that numbers are shared, given to others and given back. */
const people = 4
const numberOf = (n: number) => `491700000000${n}`
const person = fc.nat(people - 1)
const number = fc.nat(4)
/** No message to this number arrives, so that there is something to retry. */
const unreachable = numberOf(4)
const cap = 2

const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ _tag: fc.constant("SendToAll" as const), later: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("SendToNumber" as const), number }) },
  { weight: 3, arbitrary: fc.record({ _tag: fc.constant("ChangeNumber" as const), person, number }) },
  fc.record({ _tag: fc.constant("Archive" as const), person, archived: fc.boolean() }),
  fc.record({ _tag: fc.constant("OptOut" as const), person }),
  fc.record({ _tag: fc.constant("Merge" as const), person, from: person }),
  fc.record({ _tag: fc.constant("Undo" as const), person }),
  fc.record({ _tag: fc.constant("Erase" as const), person }),
  fc.record({ _tag: fc.constant("Retry" as const) }),
  fc.record({ _tag: fc.constant("Pass" as const), hours: fc.constantFrom(1, 3, 24) })
)
type Command = typeof command extends fc.Arbitrary<infer Of> ? Of : never

/** A message that the channel accepted, with the person it was for when it was sent. */
interface Sent {
  readonly to: string
  readonly day: string
  readonly contact: ContactUuid | null
}

const message = { parameters: { body: { name: { value: "Ana" } } } }

/** Runs a history, and checks after each step what was sent in it. */
const history = Effect.fnUntraced(function* (commands: ReadonlyArray<Command>) {
  const channel = scriptedChannel({
    script: ({ to }) => (to === unreachable ? channelError("Undeliverable") : "accept")
  })
  const fixture = yield* dispatchFixture(channel, { ...quickSettings, workersPerBroadcast: 1 })
  const { broadcasts, caller, contacts, deliveries, erasure, merges, optOuts, workspace } = fixture
  yield* WorkspaceStore.use(({ putSettings }) =>
    putSettings(workspace, WorkspaceSettings.make({ frequencyCap: { messages: cap, days: 1 }, quietHours: null }))
  )
  const uuids: Array<ContactUuid> = []
  for (let n = 0; n < people; n++) {
    const made = yield* contacts.create(workspace, { firstName: "Ana", phoneNumber: `+${numberOf(n)}` })
    uuids.push(made.uuid)
  }
  /** A process sends what is due, and stops: none polls while hours pass. */
  const sendDue = Effect.scoped(
    Effect.gen(function* () {
      yield* fixture.startProcess
      for (let round = 0; round < 8; round++) yield* fixture.pass("500 millis")
    })
  )
  const uuidOf = (n: number) => uuids.slice(n, n + 1)
  const sent: Array<Sent> = []
  const optedOut = new Set<string>()
  const created: Array<{ readonly uuid: Parameters<typeof broadcasts.retry>[1]; readonly isToAll: boolean }> = []
  let seen = 0

  /** The contact that a uuid names by now. */
  const presentOf = (uuid: ContactUuid | null) =>
    uuid === null
      ? Effect.succeedNone
      : Effect.map(Effect.option(contacts.get(workspace, uuid)), (found): Option.Option<Contact> => found)

  /** Checks the messages of a step. Whatever changes between two steps is answered before the next one. */
  const checkSent = Effect.gen(function* () {
    const day = DateTime.formatIsoDateUtc(yield* fixture.store.now)
    for (const { broadcast, correlation, to } of channel.accepted.slice(seen)) {
      const rows = yield* fixture.recipients(broadcast)
      const row = rows.find(({ uuid }) => correlation.endsWith(uuid))
      const isToAll = created.some(({ isToAll, uuid }) => isToAll && uuid === broadcast)
      const contact = Option.getOrNull(yield* presentOf(row?.contactUuid ?? null))
      yield* holds("nobody is sent to after an opt-out", !optedOut.has(to), to)
      if (isToAll) {
        yield* holds("an audience reaches no archived contact", contact?.archived !== true, to)
        yield* holds("an audience reaches the present number", contact?.phoneNumber === `+${to}`, [to, contact])
      }
      const ofDay = sent.filter((one) => one.day === day)
      yield* holds("no number gets more than the cap", ofDay.filter((one) => one.to === to).length < cap, to)
      const own: Array<Sent> = []
      for (const one of ofDay) {
        const present = Option.getOrNull(yield* presentOf(one.contact))
        if (contact !== null && present?.uuid === contact.uuid) own.push(one)
      }
      yield* holds("no person gets more than the cap", own.length < cap, contact)
      sent.push({ to, day, contact: row?.contactUuid ?? null })
    }
    seen = channel.accepted.length
  })

  /** What was sent to an erased person counts no more: nothing says that it was. Nor at the numbers that nobody has now. */
  const forgetErased = Effect.gen(function* () {
    const held = new Set<string>()
    for (const uuid of uuids) {
      const contact = Option.getOrNull(yield* presentOf(uuid))
      if (contact !== null) held.add(contact.phoneNumber ?? "")
    }
    const known: Array<Sent> = []
    for (const one of sent) {
      const isErased = one.contact !== null && Option.isNone(yield* presentOf(one.contact))
      if (!isErased && held.has(`+${one.to}`)) known.push(one)
    }
    sent.splice(0, sent.length, ...known)
  })

  const toAll = Effect.fnUntraced(function* (later: boolean) {
    const living: Array<ContactUuid> = []
    for (const uuid of uuids) if (Option.isSome(yield* presentOf(uuid))) living.push(uuid)
    if (living.length === 0) return
    const request: AudienceBroadcast = {
      name: "Reminder",
      templateName: "reminder",
      from: "4915100000000",
      parameters: { bodyOrder: ["name"] },
      scheduledFor: later ? yield* fixture.later("2 hours") : null,
      audience: { include: [{ contactUuids: living }], ...message }
    }
    const { uuid } = yield* broadcasts.create(caller, request)
    created.push({ uuid, isToAll: true })
  })

  for (const step of commands) {
    switch (step._tag) {
      case "SendToAll":
        yield* toAll(step.later)
        break
      case "SendToNumber": {
        const [recipient] = reminderTo(1).recipients
        if (recipient === undefined) break
        const recipients = [{ ...recipient, identifier: numberOf(step.number) }]
        created.push({ uuid: yield* fixture.create(reminderTo(1, { recipients })), isToAll: false })
        break
      }
      case "ChangeNumber":
        for (const uuid of uuidOf(step.person)) {
          yield* Effect.ignore(contacts.update(caller, uuid, { phoneNumber: `+${numberOf(step.number)}` }))
        }
        break
      case "Archive":
        for (const uuid of uuidOf(step.person)) {
          yield* Effect.ignore(contacts.setArchived(caller, uuid, step.archived))
        }
        break
      case "OptOut":
        for (const uuid of uuidOf(step.person)) {
          const contact = yield* presentOf(uuid)
          if (Option.isNone(contact)) break
          yield* optOuts.optOut(caller, uuid)
          if (contact.value.phoneNumber !== null) optedOut.add(contact.value.phoneNumber.slice(1))
        }
        break
      case "Merge":
        for (const uuid of uuidOf(step.person)) {
          for (const from of uuidOf(step.from)) yield* Effect.ignore(merges.merge(caller, uuid, { from }))
        }
        break
      case "Undo":
        // It takes back the opt-outs that the merge made, which are none of these.
        for (const uuid of uuidOf(step.person)) yield* Effect.ignore(merges.undoMerge(caller, uuid, {}))
        break
      case "Erase":
        for (const uuid of uuidOf(step.person)) yield* Effect.ignore(erasure.erase(workspace, uuid))
        yield* forgetErased
        break
      case "Retry": {
        const last = created.at(-1)
        if (last === undefined) break
        const reasons = ["undeliverable", "frequency_cap"] as const
        const retried = yield* Effect.option(broadcasts.retry(caller, last.uuid, { reasons }))
        if (Option.isSome(retried)) created.push({ uuid: retried.value.uuid, isToAll: last.isToAll })
        break
      }
      case "Pass":
        yield* fixture.pass({ hours: step.hours })
        break
    }
    yield* sendDue
    yield* checkSent
  }

  // Of one broadcast and its retries nobody and no number gets two messages.
  yield* fixture.pass("3 hours")
  yield* sendDue
  yield* checkSent
  for (const { uuid } of created) {
    const rows = yield* fixture.recipients(uuid)
    const isReached = ({ identifier, status }: (typeof rows)[number]) =>
      identifier !== "" && (status === "sent" || status === "delivered")
    const reached = rows.filter(isReached)
    yield* holds(
      "a broadcast reaches a number once",
      new Set(reached.map(({ identifier }) => identifier)).size === reached.length,
      reached
    )
    const { broadcast } = yield* deliveries.details(workspace, uuid)
    yield* holds("a broadcast comes to its end", broadcast.status === "completed", broadcast.status)
  }
}, Effect.scoped)

/** What a person gets, whatever happens to contacts, numbers and broadcasts meanwhile. */
export const personHistoryChecks: ReadonlyArray<Check<Storage>> = [
  check(
    "Q3, B9, B24, M2, R3, R41: no person and no number gets more than the cap allows, or what is not for them, in any history",
    function* () {
      yield* forAll(fc.array(command, { minLength: 3, maxLength: 12 }), yield* generatedSequences, history)
    }
  )
]
