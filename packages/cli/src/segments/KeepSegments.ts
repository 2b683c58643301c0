import type { orderFields, SegmentResource } from "@rollcall/api"
import type { ContactUuid } from "@rollcall/core"
import type { SegmentUuid } from "@rollcall/core/operations"
import { DateTime, Effect, Option } from "effect"
import {
  hasConditions,
  newest,
  type Ordered,
  orderOf,
  type Sought,
  unorderedSearchOf
} from "../contacts/search/SearchInput.ts"
import { type Shown, showContacts } from "../contacts/search/ShowContacts.ts"
import { NotDone, refusal } from "../CommandRefused.ts"
import { print, type Printed } from "../screen/Output.ts"
import { table } from "../screen/Table.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { given } from "../targets/Given.ts"
import { inTarget, printItems } from "../targets/InTarget.ts"
import { type Listed, segmentsThat, theSegment } from "../targets/NamedSets.ts"
import { type ApiClient, call, read } from "../targets/Target.ts"

type SegmentView = typeof SegmentResource.Type

interface OfSegment extends Printed {
  readonly named: string
}

/** Sends a request about the segment of a command, and returns the response. */
const onSegment = <A, E>(
  { named }: OfSegment,
  flags: AddressFlags,
  request: (client: ApiClient, params: { readonly segment_uuid: SegmentUuid }) => Effect.Effect<A, E>,
  ask: typeof call = call
) =>
  inTarget(
    flags,
    Effect.flatMap(theSegment(named), (uuid) => ask((client) => request(client, { segment_uuid: uuid })))
  )

export const listSegments = (input: Listed & Printed, flags: AddressFlags) =>
  printItems(flags, input, segmentsThat(input), { what: "segments", tableOf: segmentTable })

/** Creates a segment with the search from the arguments, and prints its uuid. */
export const createSegment = Effect.fn("KeepSegments.create")(function* (
  { json, name, ...sought }: Printed & Sought & { readonly name: string },
  flags: AddressFlags
) {
  const segment = yield* inTarget(
    flags,
    Effect.flatMap(unorderedSearchOf(sought), (search) =>
      call((client) => client.segments.create({ payload: { name, search } }))
    )
  )
  yield* print(json, segment, () => segment.uuid)
})

export const showSegment = Effect.fn("KeepSegments.show")(function* (input: OfSegment, flags: AddressFlags) {
  yield* printSegment(yield* onSegment(input, flags, ({ segments }, params) => segments.get({ params }), read), input)
})

const printSegment = (segment: SegmentView, { json }: Printed) =>
  print(json, segment, () =>
    [
      segmentTable([segment]),
      JSON.stringify(segment.search, null, 2),
      ...(segment.broken === null ? [] : [`It cannot be evaluated: ${segment.broken.detail}`])
    ].join("\n")
  )

/** Changes the name, the search or both of a segment, and prints the segment. */
export const updateSegment = Effect.fn("KeepSegments.update")(function* (
  input: OfSegment & Sought & { readonly name: Option.Option<string> },
  flags: AddressFlags
) {
  const { name, named } = input
  const searches = Option.isSome(input.body) || hasConditions(input)
  if (Option.isNone(name) && !searches) {
    return yield* refusal("nothing to change. Give --name, or words, --where or --body")
  }
  const segment = yield* inTarget(
    flags,
    Effect.gen(function* () {
      const params = { segment_uuid: yield* theSegment(named) }
      const payload = { ...given({ name }), ...(searches && { search: yield* unorderedSearchOf(input) }) }
      return yield* call((client) => client.segments.update({ params, payload }))
    })
  )
  yield* printSegment(segment, input)
})

/** Prints whether a contact is in a segment. The command exits with 1 if it isn't. */
export const checkContact = Effect.fn("KeepSegments.contains")(function* (
  input: OfSegment & { readonly contact: ContactUuid },
  flags: AddressFlags
) {
  const { contact, json } = input
  const payload = { contact_uuid: contact }
  const { contains } = yield* onSegment(
    input,
    flags,
    ({ segments }, params) => segments.contains({ params, payload }),
    read
  )
  if (json) yield* print(json, { contains }, () => "")
  if (!contains) return yield* new NotDone({ message: `Contact ${contact} is not in the segment.` })
  if (!json) yield* print(json, null, () => `Contact ${contact} is in the segment.`)
})

/** Prints the contacts that are currently in a segment. */
export const listContacts = (input: OfSegment & Shown & Ordered<keyof typeof orderFields>, flags: AddressFlags) =>
  inTarget(
    flags,
    Effect.flatMap(theSegment(input.named), (uuid) =>
      showContacts(input, (client, page) =>
        client.segments.contacts({
          params: { segment_uuid: uuid },
          query: { ...page, order_field: Option.getOrElse(input.sort, () => newest), order: orderOf(input) }
        })
      )
    )
  )

/** Archives a segment. Idempotent. */
export const archiveSegment = Effect.fn("KeepSegments.archive")(function* (input: OfSegment, flags: AddressFlags) {
  const uuid = yield* onSegment(input, flags, ({ segments }, params) =>
    Effect.as(segments.archive({ params }), params.segment_uuid)
  )
  yield* print(input.json, { uuid, outcome: "archived" }, () => `Segment ${uuid} is archived.`)
})

const segmentTable = (segments: ReadonlyArray<SegmentView>): string =>
  table(
    ["UUID", "Name", "Status", "Broken", "Created"],
    segments.map(({ broken, created_at, name, status, uuid }) => [
      uuid,
      name,
      status,
      broken?.reason ?? "",
      DateTime.formatIso(created_at)
    ])
  )
