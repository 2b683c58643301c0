import { assert } from "@effect/vitest"
import { Array as Arr, Effect, Option, Schema } from "effect"
import { decode } from "../../Calls.ts"
import type { Subject } from "../Campaign.ts"
import type { Fleet } from "../Fleet.ts"
import { follow, untilRight } from "../Follow.ts"
import { listCount, type PlannedImport, planOf } from "./Plan.ts"
import { judge } from "./Verdict.ts"

const Accepted = Schema.Struct({ contact_import_uuid: Schema.String })
const List = Schema.Struct({ uuid: Schema.String })
const Progress = Schema.Struct({
  status: Schema.Literals(["pending", "processing", "completed", "failed"]),
  summary: Schema.Struct({ total: Schema.Int, created: Schema.Int, skipped: Schema.Int, failed: Schema.Int })
})
type Progress = typeof Progress.Type

/** How many imports are kept in progress while processes are killed. */
const backlog = 4

/** Imports of up to so many rows, of which a few are always in progress. */
export const imports = (largest: number) =>
  Effect.fnUntraced(function* (fleet: Fleet, seed: number) {
    const plan = planOf(seed, largest)
    const lists = yield* Effect.forEach(Arr.range(1, listCount), (number) =>
      fleet.ask(["POST", "/v1/contact-lists", { name: `List ${number}` }], [201, List])
    )
    const path = "/v1/contacts/bulk"
    const { counts, isOver, poll, progress, someWork } = follow(fleet, {
      path,
      schema: Progress,
      order: { pending: 0, processing: 1, completed: 2, failed: 2 },
      counters: ({ summary: { created, failed, skipped } }) => [created, failed, skipped],
      assertValid
    })
    /** The numbers of the imports that were accepted, by uuid. */
    const accepted = new Map<string, number>()
    let [next, unanswered] = [0, 0]
    const unfinished = () => Array.from(accepted.keys()).filter((uuid) => !isOver(uuid))

    const post = Effect.gen(function* () {
      if (unfinished().length >= backlog) return
      const planned = yield* plan(next++)
      yield* defineField(fleet, planned.field)
      const answer = yield* fleet.post(path, bodyOf(planned, lists))
      if (Option.isNone(answer)) unanswered++
      else accepted.set((yield* decode(answer.value, [202, Accepted])).contact_import_uuid, planned.number)
    })

    const verdict = Effect.gen(function* () {
      // Those whose answer was cut off are stored too; the API does not list imports.
      const rows = yield* fleet.store.select("SELECT uuid FROM contact_imports")
      const stored = Schema.decodeUnknownSync(Schema.Array(List))(rows).map(({ uuid }) => uuid)
      assert.includeMembers(stored, Array.from(accepted.keys()))
      for (const uuid of stored) {
        yield* untilRight(Effect.map(poll(uuid), ({ status }) => (isOver(uuid) ? [] : [`${uuid} is still ${status}`])))
      }
      const left = yield* judge(fleet, { plan, lists, stored, accepted, progress })
      return `${accepted.size} imports accepted, ${unanswered} without an answer; ${left}, ${counts.polls} polls`
    })

    const atWork = () => someWork(300 * fleet.roles.length)
    // A worker gets no requests.
    const atAnswer = (place: number) => (fleet.roles[place] === "server" ? fleet.someAnswer(place) : atWork())
    const pollAll = Effect.suspend(() => Effect.forEach(unfinished(), poll, { discard: true }))
    return { clients: [post, post, pollAll], moments: [atWork, atWork, atAnswer], verdict } satisfies Subject
  })

/** The status agrees with the counters (I2, I5). */
const assertValid = ({ status, summary }: Progress, before: Progress, detail: string) => {
  const { created, failed, skipped, total } = summary
  const applied = created + failed + skipped
  const expected =
    applied === 0 ? "pending" : applied < total ? "processing" : failed === total ? "failed" : "completed"
  assert.strictEqual(status, expected, detail)
  assert.isAtMost(applied, total, detail)
  assert.strictEqual(total, before.summary.total, detail)
}

const defineField = Effect.fnUntraced(function* (fleet: Fleet, field: string) {
  const definition = { name: field, field_key: field, field_type: "text" }
  const { body, status } = yield* fleet.reach("POST", "/v1/custom-fields", definition)
  // An answer that was cut off may have been a yes: then the key is taken now.
  if (status !== 201) assert.nestedPropertyVal(body, "error.details.errors[0].field", "field_key")
})

const bodyOf = (
  { list, matchOnField, mergeType, rows }: PlannedImport,
  lists: ReadonlyArray<{ readonly uuid: string }>
) => ({
  contacts: rows.map(({ body }) => body),
  contact_list_uuid: lists[list]?.uuid ?? null,
  match_on_field: matchOnField,
  merge_type: mergeType
})
