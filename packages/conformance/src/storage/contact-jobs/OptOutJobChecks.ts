import { systemCaller, type ContactUuid, OptOuts, type Storage } from "@rollcall/core"
import { type OptOutScope, runContactJob, type StoredContactJob } from "@rollcall/core/people"
import { HistoryStore } from "@rollcall/core/storage"
import { DateTime, Duration, Effect, Fiber, Option, Random } from "effect"
import { TestClock } from "effect/testing"
import { dispatchFixture, reminderTo } from "../dispatch/DispatchFixture.ts"
import { scriptedChannel } from "../dispatch/ScriptedChannel.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { everything } from "../shared/Fixture.ts"
import { found, refOf, storedJob } from "./ContactJobFixture.ts"

const [first = "", second = "", third = "", fourth = "", fifth = ""] = reminderTo(5).recipients.map(
  ({ identifier }) => identifier
)

/**
 * Each contact's current and former addresses. Some contacts share an address, one contact has no address, and one is
 * already opted out.
 */
const people = [
  { now: { phoneNumber: `+${first}` }, had: null },
  { now: { phoneNumber: `+${first}`, chatappId: second }, had: null },
  { now: {}, had: null },
  { now: { phoneNumber: `+${third}` }, had: { phoneNumber: `+${fourth}` } },
  { now: { phoneNumber: `+${fourth}` }, had: null },
  { now: { chatappId: fifth }, had: { phoneNumber: "+49 30 901820" } }
]

const peopleOf = Effect.gen(function* () {
  const fixture = yield* dispatchFixture(scriptedChannel({}))
  const { caller, contacts, events, optOuts, workspace } = fixture
  const uuids: Array<ContactUuid> = []
  for (const [n, { had, now }] of people.entries()) {
    const { uuid } = yield* contacts.create(systemCaller(workspace), { email: `${n}@example.org`, ...now, ...had })
    if (had !== null) yield* contacts.update(caller, uuid, { phoneNumber: null, ...now })
    uuids.push(uuid)
    // Jobs run in the order of creation.
    yield* fixture.pass("1 second")
  }
  yield* optOuts.record([{ workspace, address: fifth }], "message")
  const broadcast = yield* fixture.create(reminderTo(5, { scheduledFor: yield* fixture.later("2 hours") }))
  const nth = (uuid: ContactUuid) => uuids.indexOf(uuid)
  const history = yield* HistoryStore

  /** Reads every person's opt-out state, by number. */
  const known = Effect.gen(function* () {
    const listed = yield* optOuts.list(systemCaller(workspace), {}, everything)
    const named = (yield* events.read(systemCaller(workspace), { limit: 1_000 })).events.flatMap((event) =>
      event.type === "contact.opted_out" || event.type === "contact.opted_in"
        ? [`${event.type} ${nth(event.contactUuid)}`]
        : []
    )
    const end = { at: DateTime.makeUnsafe(8.64e15), uuid: "00000000-0000-0000-0000-000000000000", kind: "" }
    const entries = yield* history.before(workspace, uuids, ["opted_in", "opted_out"], end, 1_000)
    return {
      states: yield* Effect.forEach(uuids, (uuid) =>
        Effect.map(optOuts.of(systemCaller(workspace), uuid), (all) =>
          all.map(({ by, scope, source }) => [scope, source, by !== null])
        )
      ),
      listed: listed.items
        .map(({ address, contactUuid, scope, source }) => {
          const who = contactUuid === null ? address : nth(contactUuid)
          return `${who} ${scope} ${source}`
        })
        .toSorted(),
      events: named.toSorted(),
      history: entries.map((one) => `${nth(one.contactUuid)} ${one.kind} ${JSON.stringify(one.details)}`).toSorted(),
      actors: [...new Set(entries.map(({ by }) => `${by === caller.actor}`))].toSorted(),
      recipients: (yield* fixture.recipients(broadcast)).map(({ reason, status }) => [status, reason])
    }
  })
  const run = (job: StoredContactJob, atOnce?: number) =>
    Effect.provideService(runContactJob(refOf(job), atOnce), OptOuts, optOuts)
  const start = (action: "opt_out" | "opt_in", scope: OptOutScope | null, fields: Partial<StoredContactJob> = {}) =>
    storedJob({ action, scope, workspaceUuid: workspace, createdBy: caller.actor, ...fields })
  return { ...fixture, known, run, start, uuids }
})

const counts = ({ changed, processed, refused, unchanged }: StoredContactJob) => ({
  ...{ changed, processed, refused, unchanged }
})

export const optOutJobChecks: ReadonlyArray<Check<Storage>> = [
  check(
    "C8, C10: a job leaves the same opt-outs, history and recipients as single opt-outs and opt-ins",
    Effect.gen(function* () {
      for (const scope of ["all", "marketing"] as const) {
        const single = yield* peopleOf
        // All opt-outs happen at the same time, as in one step of a job.
        for (const uuid of single.uuids) yield* Effect.ignore(single.optOuts.optOut(single.caller, uuid, scope))
        const out = yield* single.known
        for (const uuid of single.uuids) yield* single.optOuts.optIn(single.caller, uuid)
        const back = yield* single.known
        for (const atOnce of [1, 4, 200]) {
          const many = yield* peopleOf
          const job = yield* many.start("opt_out", scope)
          yield* many.run(job, atOnce)
          yield* agree(`Opted out, ${atOnce} at once`, yield* many.known, out)
          const over = Option.getOrThrow(yield* found(job))
          yield* agree("How it ends", [over.status, over.selection], ["completed", null])
          yield* agree("The counts", counts(over), { changed: 5, processed: 6, refused: 1, unchanged: 0 })
          const again = yield* many.start("opt_out", scope, { selection: { contactUuids: many.uuids } })
          yield* many.run(again, atOnce)
          yield* agree(`Again, ${atOnce} at once`, yield* many.known, out)
          yield* agree("The counts then", counts(Option.getOrThrow(yield* found(again))), {
            ...{ changed: 0, processed: 6, refused: 1, unchanged: 5 }
          })
          const returned = yield* many.start("opt_in", null)
          yield* many.run(returned, atOnce)
          yield* agree(`Opted in, ${atOnce} at once`, yield* many.known, back)
        }
      }
    }).pipe(Effect.scoped)
  ),

  check(
    "C8: jobs with killed workers opt out each contact once, and skip contacts that no longer exist",
    Effect.gen(function* () {
      const { caller, contacts, erasure, events, optOuts, run, start, uuids, workspace } = yield* peopleOf
      const more = yield* Effect.forEach(Array.from({ length: 20 }), (_, n) =>
        Effect.map(
          contacts.create(systemCaller(workspace), { phoneNumber: `+49 171 00000${10 + n}` }),
          ({ uuid }) => uuid
        )
      )
      const named = [...uuids, ...more]
      const [erased, other] = more
      if (erased === undefined || other === undefined) return
      yield* erasure.erase(systemCaller(workspace), erased)
      const job = yield* start("opt_out", "all", { selection: { contactUuids: named }, total: named.length })
      for (let kill = 0; kill < 4; kill++) {
        const workers = yield* Effect.replicateEffect(Effect.forkChild(run(job, 3)), 2)
        yield* TestClock.withLive(Effect.sleep(Duration.millis(yield* Random.nextIntBetween(0, 10))))
        yield* Fiber.interruptAll(workers)
      }
      yield* Effect.all([run(job, 3), run(job, 3)], { concurrency: "unbounded" })
      const over = Option.getOrThrow(yield* found(job))
      yield* agree("The counts", counts(over), { changed: 24, processed: 26, refused: 1, unchanged: 0 })
      const read = yield* events.read(systemCaller(workspace), { limit: 1_000 })
      const out = read.events.flatMap((event) => (event.type === "contact.opted_out" ? [event.contactUuid] : []))
      yield* agree(
        "Those with an event",
        more.filter((uuid) => out.filter((one) => one === uuid).length === 1).length,
        19
      )
      const state = yield* optOuts.get(systemCaller(workspace), other)
      yield* agree("Who did it", state.optOut?.by, caller.actor)
    }).pipe(Effect.scoped)
  )
]
