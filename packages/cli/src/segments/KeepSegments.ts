import type { orderFields, SegmentResource } from "@rollcall/api"
import type { SegmentUuid } from "@rollcall/core/shared"
import { DateTime, Effect, Option } from "effect"
import { newest, type Ordered, orderOf, type Sought, unorderedSearchOf } from "../contacts/search/SearchInput.ts"
import { type Shown, showContacts } from "../contacts/search/ShowContacts.ts"
import { print } from "../screen/Output.ts"
import { table } from "../screen/Table.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { pageLimit } from "../targets/CustomFieldList.ts"
import { inTarget } from "../targets/InTarget.ts"
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
  uuid: SegmentUuid,
  json: boolean,
  flags: AddressFlags
) {
  const segment = yield* inTarget(
    flags,
    read((client) => client.segments.get({ params: { segment_uuid: uuid } }))
  )
  const { broken, search } = segment
  yield* print(json, segmentJson(segment), () =>
    [
      segmentTable([segment]),
      JSON.stringify(search, null, 2),
      ...(broken === null ? [] : [`It cannot be evaluated: ${broken.detail}`])
    ].join("\n")
  )
})

/** Prints the contacts that are in a segment now. */
export const listContacts = (
  uuid: SegmentUuid,
  input: Shown & Ordered<keyof typeof orderFields>,
  flags: AddressFlags
) =>
  inTarget(
    flags,
    showContacts(input, (client, page) =>
      client.segments.contacts({
        params: { segment_uuid: uuid },
        query: { ...page, order_field: Option.getOrElse(input.sort, () => newest), order: orderOf(input) }
      })
    )
  )

/** Archives a segment. May be repeated. */
export const archiveSegment = Effect.fn("KeepSegments.archive")(function* (
  uuid: SegmentUuid,
  json: boolean,
  flags: AddressFlags
) {
  yield* inTarget(
    flags,
    call((client) => client.segments.archive({ params: { segment_uuid: uuid } }))
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
