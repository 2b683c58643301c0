import { type Contact, OptOuts, systemCaller } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { runImport } from "@rollcall/core/people"
import { ContactStore } from "@rollcall/core/storage"
import { Clock, Duration, Effect } from "effect"
import { agree, holds } from "../../shared/Check.ts"
import { StoredTexts } from "../../shared/StoredTexts.ts"
import { dispatchFixture, quickSettings, reminderTo } from "../DispatchFixture.ts"
import { channelError, scriptedChannel } from "../ScriptedChannel.ts"
import { addressesOf } from "./People.ts"
import { numbers, type PersonCommand, unreachable } from "./PersonCommand.ts"
import { type HistoryBroadcast, makeSentChecks } from "./SentChecks.ts"

const reminder = {
  name: "Reminder",
  templateName: "reminder",
  from: "4915100000000",
  parameters: { bodyOrder: ["name"] }
}

const parameters = { body: { name: { field: "firstName", fallback: "friend" } } }

const outcomes = ["sent", "delivered", "read"] as const
const retried = ["undeliverable", "frequency_cap"] as const

/**
 * Returns a clock that runs ahead of another clock without waking sleepers, so that the store's loops do not run for
 * every skipped hour.
 */
const clockAheadOf = (clock: Clock.Clock) => {
  let ahead = 0n
  const nanos = () => clock.currentTimeNanosUnsafe() + ahead
  const millis = () => Number(nanos() / 1_000_000n)
  const monotonic = () => clock.monotonicTimeNanosUnsafe() + ahead
  const itself: Clock.Clock = {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: monotonic,
    monotonicTimeNanos: Effect.sync(monotonic),
    sleep: (duration) => clock.sleep(duration)
  }
  const pass = (duration: Duration.Input) =>
    Effect.sync(() => {
      ahead += Duration.toNanosUnsafe(Duration.fromInputUnsafe(duration))
    })
  return { clock: itself, pass }
}

/** Runs a history, and checks the sent messages after each step. All effects of a step end before the next step. */
export const runHistory = Effect.fnUntraced(function* (commands: ReadonlyArray<PersonCommand>) {
  const { clock, pass } = clockAheadOf(yield* Clock.Clock)
  yield* Effect.provideService(runSteps(commands, pass), Clock.Clock, clock)
}, Effect.scoped)

const runSteps = Effect.fnUntraced(function* (
  commands: ReadonlyArray<PersonCommand>,
  pass: (duration: Duration.Input) => Effect.Effect<void>
) {
  const channel = scriptedChannel({
    script: ({ to }) => (to === unreachable ? channelError("Undeliverable") : "accept")
  })
  const fixture = yield* dispatchFixture(channel, { ...quickSettings, workersPerBroadcast: 1 })
  const { broadcasts, caller, contacts, erasure, imports, merges, optOuts, workspace } = fixture
  const storedTexts = yield* StoredTexts
  const contactStore = yield* ContactStore
  const checks = makeSentChecks(fixture, channel)
  const { people } = checks
  let last: HistoryBroadcast | null = null

  const see = Effect.gen(function* () {
    people.see(yield* contactStore.named(workspace, people.uuids))
  })

  /** A unique name, to find remaining data of a person. */
  const newName = Effect.map(nextId, (id) => `q${id.replaceAll("-", "")}`)

  const create = Effect.fnUntraced(function* (addresses: Pick<Contact, "chatappId" | "phoneNumber">) {
    const name = yield* newName
    const fields = { ...addresses, firstName: name, email: `${name}@example.org` }
    const { uuid } = yield* contacts.create(systemCaller(workspace), fields)
    people.name(uuid, name)
    yield* see
  })

  const importRow = Effect.fnUntraced(function* ({
    chatappId,
    phoneNumber
  }: Pick<Contact, "chatappId" | "phoneNumber">) {
    const name = yield* newName
    const { uuid } = yield* imports.create(caller, {
      matchOnField: "phoneNumber",
      contacts: [
        { fields: { phoneNumber, firstName: name, email: `${name}@example.org`, ...(chatappId && { chatappId }) } }
      ]
    })
    yield* Effect.provideService(runImport({ workspace, contactImport: uuid }), OptOuts, optOuts)
    const { items } = yield* imports.rows(systemCaller(workspace), uuid, {}, { limit: 1, offset: 0 })
    for (const { result } of items) {
      if (result !== null && result.contactUuid !== null) people.name(result.contactUuid, name)
    }
  })

  const toAudience = Effect.fnUntraced(function* (step: Extract<PersonCommand, { readonly _tag: "SendToAudience" }>) {
    // A broadcast that is resolved later excludes people by the messages sent until its resolution.
    const excluded = step.isExcludingLast && step.resolve === "acceptance" && last?.isResolved === true ? last : null
    const named = step.people?.flatMap((n) => people.uuidNumbered(n)) ?? null
    if (named?.length === 0) return
    const uuid = yield* fixture.create({
      ...reminder,
      scheduledFor: step.later ? yield* fixture.later("2 hours") : null,
      audience: {
        include: [named === null ? { search: {} } : { contactUuids: named }],
        parameters,
        resolve: step.resolve,
        exclude: excluded === null ? [] : [{ broadcastUuid: excluded.uuid, outcomes }]
      }
    })
    last = checks.made(uuid, { isToContacts: true, named, excluded: excluded?.uuid ?? null })
    if (step.resolve === "acceptance") yield* checks.resolved(last)
  })

  const erase = Effect.fnUntraced(function* ({ uuid }: Contact) {
    const names = people.textsOf(uuid)
    const { isComplete } = yield* erasure.erase(systemCaller(workspace), uuid)
    yield* holds("an erasure is complete", isComplete)
    people.erase(uuid)
    const traces = (yield* storedTexts(workspace)).filter(({ text }) => names.some((name) => text.includes(name)))
    yield* agree("after an erasure nothing is found", traces, [])
    yield* checks.tieAgain
  })

  const undo = Effect.fnUntraced(function* ({ uuid }: Contact) {
    const undone = yield* Effect.option(merges.undoMerge(caller, uuid, {}))
    if (undone._tag === "None") return
    const had = people.undo(uuid)
    const { restored } = undone.value
    const given = checks.sentTo(
      addressesOf(restored).filter((address) => !had.has(address)),
      uuid
    )
    yield* checks.tieAgain
    yield* holds(
      "an undo gives back what was sent to an address of the restored contact",
      given.every((message) => checks.tieOf(message) === restored.uuid),
      given
    )
  })

  const run = Effect.fnUntraced(function* (step: PersonCommand) {
    switch (step._tag) {
      case "SendToAudience":
        return people.present.length === 0 ? undefined : yield* toAudience(step)
      case "SendTo": {
        const recipients = reminderTo(1).recipients.map((recipient) => ({ ...recipient, identifier: step.address }))
        const uuid = yield* fixture.create(reminderTo(1, { recipients }))
        last = checks.made(uuid, { isToContacts: false, named: null, excluded: null })
        return yield* checks.posted(uuid, step.address)
      }
      case "Create":
        return yield* create(step.addresses)
      case "Import":
        return yield* importRow(step.addresses)
      case "Settings": {
        const { cap, isQuietAtNight } = step.settings
        return yield* checks.limit({
          frequencyCap: cap,
          quietHours: isQuietAtNight ? { from: "22:00", until: "06:00", timeZone: "UTC", timeZoneField: null } : null
        })
      }
      case "Pass":
        return yield* pass({ hours: step.hours })
      case "Stop":
        yield* optOuts.record([{ workspace, address: step.address }], "message")
        return people.stop(step.address)
      case "Report":
        return yield* checks.report(step.message, step.status)
      case "Retry": {
        if (last === null) return
        const scheduledFor = step.later ? yield* fixture.later("2 hours") : null
        const found = yield* Effect.option(broadcasts.retry(caller, last.uuid, { reasons: retried, scheduledFor }))
        if (found._tag === "None") return
        yield* fixture.cancelAtEnd(found.value.uuid)
        last = checks.made(found.value.uuid, { ...last, excluded: null }, last)
        return
      }
      default:
        break
    }
    const person = people.numbered(step.person)
    if (person === undefined) return
    const { uuid } = person
    switch (step._tag) {
      case "Change":
        return yield* contacts.update(caller, uuid, step.change)
      case "Reassign": {
        const to = people.numbered(step.to)
        if (to === undefined || to.uuid === uuid) return
        yield* contacts.update(caller, uuid, { [step.field]: null })
        return yield* contacts.update(caller, to.uuid, { [step.field]: person[step.field] })
      }
      case "Archive":
        return yield* contacts[step.archived ? "archive" : "restore"](caller, uuid)
      case "OptOut":
        if (addressesOf(person).length === 0) return
        yield* optOuts.optOut(caller, uuid)
        return people.optOut(person)
      case "OptIn":
        yield* optOuts.optIn(caller, uuid)
        return people.optIn(person)
      case "Merge": {
        const from = people.numbered(step.from)
        if (from === undefined || from.uuid === uuid) return
        yield* merges.merge(caller, uuid, { from: from.uuid })
        return people.merge(person, from)
      }
      case "Undo":
        return yield* undo(person)
      case "Erase":
        return yield* erase(person)
    }
  })

  const sendAndCheck = Effect.gen(function* () {
    yield* see
    yield* fixture.sendDue
    // `sendDue` has started to resolve the due audiences.
    if (checks.hasUnresolved()) {
      yield* fixture.resolveDue
      yield* checks.resolvedSince
      yield* fixture.sendDue
    }
    yield* checks.sent
  })

  yield* checks.limit({ frequencyCap: { messages: 1, days: 1 }, quietHours: null })
  for (const digits of numbers.slice(0, 3)) yield* create({ phoneNumber: `+${digits}`, chatappId: null })
  for (const step of commands) {
    yield* run(step)
    yield* sendAndCheck
  }
  yield* pass("1 day")
  yield* sendAndCheck
  yield* checks.limit({ frequencyCap: null, quietHours: null })
  yield* sendAndCheck
  yield* checks.ended
})
