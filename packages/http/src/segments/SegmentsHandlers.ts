import {
  Api,
  ContactPage,
  CurrentCaller,
  orderFields,
  SegmentPage,
  SegmentResource,
  toContactPage,
  toListing,
  toSegmentResource,
  toSegmentSearch,
  toWireIssues
} from "@rollcall/api"
import type { InvalidInput, PageRequest } from "@rollcall/core"
import { Segments } from "@rollcall/core/segments"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handler } from "../errors/ContactsAnswers.ts"
import { InvalidRequest } from "../requests/InvalidRequest.ts"
import { bodyOf } from "../requests/RequestCheck.ts"
import { jsonAnswer } from "../system/JsonAnswer.ts"

const aSegment = jsonAnswer(SegmentResource)
const newSegment = jsonAnswer(SegmentResource, 201)
const aPage = jsonAnswer(SegmentPage)

/** The handlers of the segments group. */
export const layer = HttpApiBuilder.group(
  Api,
  "segments",
  Effect.fnUntraced(function* (handlers) {
    const segments = yield* Segments

    return handlers
      .handleAll({
        list: handler(function* ({ query }) {
          const { workspace } = yield* CurrentCaller
          const { limit, offset } = query
          const listed = segments.list(workspace, toListing(query), pageOf(query))
          const { items, total } = yield* Effect.catchTag(listed, "InvalidInput", inQuery)
          return aPage({ segments: items.map(toSegmentResource), pagination: { limit, offset, total } })
        }),
        get: handler(function* ({ params }) {
          const { workspace } = yield* CurrentCaller
          return aSegment(toSegmentResource(yield* segments.get(workspace, params.segment_uuid)))
        }),
        archive: handler(function* ({ params }) {
          yield* segments.archive(yield* CurrentCaller, params.segment_uuid)
        }),
        contacts: handler(function* ({ params, query: { order, order_field, ...page } }) {
          const { workspace } = yield* CurrentCaller
          const sortBy = { field: orderFields[order_field].name, sortOrder: order }
          const found = segments.contacts(workspace, params.segment_uuid, { sortBy }, page)
          return jsonAnswer(ContactPage)(toContactPage(yield* Effect.catchTag(found, "InvalidInput", inQuery), page))
        })
      })
      .handleRaw(
        "create",
        handler(function* ({ endpoint }) {
          const { name, search } = yield* bodyOf(endpoint)
          const segment = { name, search: toSegmentSearch(search) }
          return newSegment(toSegmentResource(yield* segments.create(yield* CurrentCaller, segment)))
        })
      )
      .handleRaw(
        "update",
        handler(function* ({ endpoint, params }) {
          const { search, ...rest } = yield* bodyOf(endpoint)
          const changes = { ...rest, ...(search && { search: toSegmentSearch(search) }) }
          return aSegment(toSegmentResource(yield* segments.update(yield* CurrentCaller, params.segment_uuid, changes)))
        })
      )
      .handleRaw(
        "contains",
        handler(function* ({ endpoint, params }) {
          const { contact_uuid } = yield* bodyOf(endpoint)
          const { workspace } = yield* CurrentCaller
          return { contains: yield* segments.contains(workspace, params.segment_uuid, contact_uuid) }
        })
      )
  })
)

const inQuery = ({ issues }: InvalidInput) => new InvalidRequest({ issues: toWireIssues(issues, "query") })

const pageOf = ({ limit, offset }: PageRequest): PageRequest => ({ limit, offset })
