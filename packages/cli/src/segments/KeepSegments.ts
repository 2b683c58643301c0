import type { orderFields, SegmentResource } from "@rollcall/api"
import type { ContactUuid } from "@rollcall/core"
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
import { CommandRefused, NotDone } from "../CommandRefused.ts"
import { print } from "../screen/Output.ts"
import { table } from "../screen/Table.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { pageLimit } from "../targets/CustomFieldList.ts"
import { inTarget } from "../targets/InTarget.ts"
import { theSegment } from "../targets/NamedSets.ts"
import { call, read } from "../targets/Target.ts"

type SegmentView = typeof SegmentResource.Type

/** Prints the segments of a workspace by name, as a table or as JSON. */
export const listSegments = Effect.fn("KeepSegments.list")(function* (
  { search, status }: { readonly status: "active" | "archived"; readonly search: Option.Option<string> },
  json: boolean,
  flags: AddressFlags
) {
  const segments = yield* inTarget(
    flags,
    Effect.gen(function* () {
      const found: Array<SegmentView> = []
      for (;;) {
        const query = {
          limit: pageLimit,
          offset: found.length,
          status,
          sort_field: "name",
          sort_order: "asc",
          ...(Option.isSome(search) && { search: search.value })
        } as const
        const { pagination, segments } = yield* read((client) => client.segments.list({ query }))
        found.push(...segments)
        if (segments.length === 0 || found.length >= pagination.total) return found
      }
    })
  )
  yield* print(json, segments.map(segmentJson), () =>
    segments.length === 0 ? "No segments are found." : segmentTable(segments)
  )
})

/** Creates a segment of the search that the arguments say, and prints its uuid. */
export const createSegment = Effect.fn("KeepSegments.create")(function* (
  { name, ...sought }: Sought & { readonly name: string },
  json: boolean,
  flags: AddressFlags
) {
  const segment = yield* inTarget(
    flags,
    Effect.flatMap(unorderedSearchOf(sought), (search) =>
      call((client) => client.segments.create({ payload: { name, search } }))
    )
  )
  yield* print(json, segmentJson(segment), () => segment.uuid)
})

/** Prints a segment with its search. */
export const showSegment = Effect.fn("KeepSegments.show")(function* (
  named: string,
  json: boolean,
  flags: AddressFlags
) {
  const segment = yield* inTarget(
    flags,
    Effect.flatMap(theSegment(named), (uuid) =>
      read((client) => client.segments.get({ params: { segment_uuid: uuid } }))
    )
  )
  yield* printSegment(segment, json)
})

const printSegment = (segment: SegmentView, json: boolean) =>
  print(json, segmentJson(segment), () =>
    [
      segmentTable([segment]),
      JSON.stringify(segment.search, null, 2),
      ...(segment.broken === null ? [] : [`It cannot be evaluated: ${segment.broken.detail}`])
    ].join("\n")
  )

/** Changes the name of a segment, or its search for the one that the arguments say, or both, and prints it. */
export const updateSegment = Effect.fn("KeepSegments.update")(function* (
  named: string,
  { name, ...sought }: Sought & { readonly name: Option.Option<string> },
  json: boolean,
  flags: AddressFlags
) {
  const searches = Option.isSome(sought.body) || hasConditions(sought)
  if (Option.isNone(name) && !searches) {
    return yield* new CommandRefused({ message: "nothing to change: give --name, or words, --where or --body" })
  }
  const segment = yield* inTarget(
    flags,
    Effect.gen(function* () {
      const params = { segment_uuid: yield* theSegment(named) }
      const payload = {
        ...(Option.isSome(name) && { name: name.value }),
        ...(searches && { search: yield* unorderedSearchOf(sought) })
      }
      return yield* call((client) => client.segments.update({ params, payload }))
    })
  )
  yield* printSegment(segment, json)
})

/** Says whether a contact is in a segment. One that is not ends the command with 1. */
export const checkContact = Effect.fn("KeepSegments.contains")(function* (
  named: string,
  contact: ContactUuid,
  json: boolean,
  flags: AddressFlags
) {
  const { contains } = yield* inTarget(
    flags,
    Effect.flatMap(theSegment(named), (uuid) =>
      read((client) => client.segments.contains({ params: { segment_uuid: uuid }, payload: { contact_uuid: contact } }))
    )
  )
  if (json) yield* print(json, { contains }, () => "")
  if (!contains) return yield* new NotDone({ message: `Contact ${contact} is not in the segment.` })
  if (!json) yield* print(json, null, () => `Contact ${contact} is in the segment.`)
})

/** Prints the contacts that are in a segment now. */
export const listContacts = (named: string, input: Shown & Ordered<keyof typeof orderFields>, flags: AddressFlags) =>
  inTarget(
    flags,
    Effect.flatMap(theSegment(named), (uuid) =>
      showContacts(input, (client, page) =>
        client.segments.contacts({
          params: { segment_uuid: uuid },
          query: { ...page, order_field: Option.getOrElse(input.sort, () => newest), order: orderOf(input) }
        })
      )
    )
  )

/** Archives a segment. May be repeated. */
export const archiveSegment = Effect.fn("KeepSegments.archive")(function* (
  named: string,
  json: boolean,
  flags: AddressFlags
) {
  const uuid = yield* inTarget(
    flags,
    Effect.tap(theSegment(named), (uuid) =>
      call((client) => client.segments.archive({ params: { segment_uuid: uuid } }))
    )
  )
  yield* print(json, { uuid, outcome: "archived" }, () => `Segment ${uuid} is archived.`)
})

const segmentJson = (segment: SegmentView) => ({
  ...segment,
  created_at: DateTime.formatIso(segment.created_at),
  updated_at: DateTime.formatIso(segment.updated_at)
})

const segmentTable = (segments: ReadonlyArray<SegmentView>): string =>
  table(
    [
      { title: "UUID", align: "left" },
      { title: "Name", align: "left" },
      { title: "Status", align: "left" },
      { title: "Broken", align: "left" },
      { title: "Created", align: "left" }
    ],
    segments.map(({ broken, created_at, name, status, uuid }) => [
      uuid,
      name,
      status,
      broken?.reason ?? "",
      DateTime.formatIso(created_at)
    ])
  )
