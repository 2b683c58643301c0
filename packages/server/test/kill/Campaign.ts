import { assert } from "@effect/vitest"
import { Duration, Effect, Option, Random } from "effect"
import { call } from "../Calls.ts"
import { AcceptedImport, Progress, reach, read } from "./Calls.ts"
import type { Fleet } from "./Fleet.ts"
import type { Plan, PlannedImport } from "./Plan.ts"
import type { Store } from "./Store.ts"

type Progress = typeof Progress.Type

/** How many imports are kept under way while processes are killed. */
const backlog = 4

/** How long imports may take that are left when nobody is killed any more: dead workers are missed after a second. */
const patience = "90 seconds"

/** How many requests for imports are made at a time. */
const posters = 2

/**
 * Has a fleet import while its processes are killed so often, and then to the end. All that anybody sees on the way has
 * to be lawful. Gives the numbers of the imports that were accepted by uuid, and of those whose answer was cut off.
 */
export const killDuringImports = Effect.fnUntraced(function* (options: {
  readonly store: Store
  readonly fleet: Fleet
  readonly lists: ReadonlyArray<string>
  readonly plan: Plan
  readonly kills: number
}) {
  const { fleet, kills, lists, plan, store } = options
  const accepted = new Map<string, number>()
  const unanswered = new Set<number>()
  const progress = new Map<string, Progress>()
  const posts = new Map<string, number>()
  let [next, killed, killedAtAnswer, polls, advances, answerTime] = [0, 0, 0, 0, 0, 0]

  const goesOn = () => killed < kills
  const isOver = (uuid: string) => ["completed", "failed"].includes(progress.get(uuid)?.status ?? "")
  const unfinished = () => Array.from(accepted.keys()).filter((uuid) => !isOver(uuid))

  const post = Effect.fnUntraced(function* (planned: PlannedImport) {
    yield* defineField(fleet, planned.field)
    const server = yield* fleet.someServer
    posts.set(server.url, (posts.get(server.url) ?? 0) + 1)
    const request = call(server, "POST", "/v1/contacts/bulk", bodyOf(planned, lists))
    const [time, answer] = yield* Effect.timed(Effect.option(request))
    if (Option.isNone(answer)) return unanswered.add(planned.number)
    answerTime = Duration.toMillis(time)
    return accepted.set((yield* read(answer.value, [202, AcceptedImport])).contact_import_uuid, planned.number)
  })

  const keepPosting = Effect.gen(function* () {
    while (goesOn()) {
      if (unfinished().length < backlog) yield* post(yield* plan(next++))
      else yield* Effect.sleep("10 millis")
    }
  })

  const poll = Effect.fnUntraced(function* (uuid: string) {
    const now = yield* read(yield* reach(fleet, "GET", `/v1/contacts/bulk/${uuid}`), [200, Progress])
    const before = progress.get(uuid)
    assertLawful(before, now)
    progress.set(uuid, now)
    polls++
    if (appliedRows(now) > (before === undefined ? 0 : appliedRows(before))) advances++
  })

  const keepPolling = Effect.gen(function* () {
    while (goesOn()) {
      yield* Effect.forEach(unfinished(), poll, { discard: true })
      yield* Effect.sleep("10 millis")
    }
  })

  /** Waits until about when the answer to a new import is due. */
  const someAnswer = Effect.fnUntraced(function* (url: string) {
    const before = posts.get(url) ?? 0
    yield* waitFor(() => (posts.get(url) ?? 0) > before || !goesOn())
    yield* Effect.sleep(answerTime * (yield* Random.nextBetween(0, 1.5)))
  })

  /** Waits for some moment after rows were applied again, at which some import is under way. */
  const someWork = Effect.gen(function* () {
    const before = advances
    yield* waitFor(() => advances > before || !goesOn())
    yield* Effect.sleep(yield* Random.nextBetween(0, 300 * fleet.roles.length))
    const isUnderWay = Effect.map(store.imports, (imports) => imports.some(({ status }) => status === "processing"))
    while (goesOn() && !(yield* isUnderWay)) yield* Effect.sleep("20 millis")
  })

  const keepKilling = Effect.fnUntraced(function* (place: number) {
    for (let kill = 1; ; kill++) {
      const url = fleet.urlOf(place)
      const atAnswer = url !== null && kill % 3 === 0
      yield* atAnswer ? someAnswer(url) : someWork
      if (!goesOn()) return
      killed++
      if (atAnswer) killedAtAnswer++
      yield* fleet.kill(place)
      yield* fleet.start(place)
    }
  })

  yield* Effect.all(
    [
      ...Array.from({ length: posters }, () => keepPosting),
      keepPolling,
      ...Array.from(fleet.roles.keys(), (place) => keepKilling(place))
    ],
    { concurrency: "unbounded", discard: true }
  )
  const stored = (yield* store.imports).map(({ uuid }) => uuid)
  assert.includeMembers(stored, Array.from(accepted.keys()))
  const lasting = new Set(stored)
  const finish = Effect.gen(function* () {
    while (lasting.size > 0) {
      yield* Effect.forEach(lasting, poll, { discard: true })
      for (const uuid of lasting) if (isOver(uuid)) lasting.delete(uuid)
      yield* Effect.sleep("20 millis")
    }
  })
  yield* finish.pipe(Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.die(stranded(lasting)) }))
  return { accepted, unanswered, stored, progress, killed, killedAtAnswer, polls }
})

export type Campaign = Effect.Success<ReturnType<typeof killDuringImports>>

const waitFor = Effect.fnUntraced(function* (condition: () => boolean) {
  while (!condition()) yield* Effect.sleep("10 millis")
})

const stranded = (uuids: Iterable<string>) => new Error(`nobody goes on with ${Array.from(uuids).join(", ")}`)

const defineField = Effect.fnUntraced(function* (fleet: Fleet, field: string) {
  const definition = { name: field, field_key: field, field_type: "text" }
  const { body, status } = yield* reach(fleet, "POST", "/v1/custom-fields", definition)
  // An answer that was cut off may have been a yes: then the key is taken now.
  if (status !== 201) assert.nestedPropertyVal(body, "error.details.errors[0].field", "field_key")
})

const bodyOf = ({ list, matchOn, mergeType, rows }: PlannedImport, lists: ReadonlyArray<string>) => ({
  contacts: rows.map(({ body }) => body),
  contact_list_uuid: list === null ? null : lists[list],
  match_on_field: matchOn,
  merge_type: mergeType
})

const order = { pending: 0, processing: 1, completed: 2, failed: 2 }

const appliedRows = ({ summary: { created, failed, skipped } }: Progress) => created + failed + skipped

/** No counter falls, no status goes back, and both agree (I2, I5). */
const assertLawful = (before: Progress | undefined, now: Progress) => {
  const { created, failed, skipped, total } = now.summary
  const applied = appliedRows(now)
  const told = JSON.stringify({ before, now })
  const status = applied === 0 ? "pending" : applied < total ? "processing" : failed === total ? "failed" : "completed"
  assert.strictEqual(now.status, status, told)
  assert.isAtMost(applied, total, told)
  if (before === undefined) return
  assert.strictEqual(total, before.summary.total, told)
  assert.isAtLeast(order[now.status], order[before.status], told)
  assert.isAtLeast(created, before.summary.created, told)
  assert.isAtLeast(failed, before.summary.failed, told)
  assert.isAtLeast(skipped, before.summary.skipped, told)
}
