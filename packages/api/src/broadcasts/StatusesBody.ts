import { BroadcastUuid } from "@rollcall/core"
import { type CursorRequest, described } from "@rollcall/core/operations"
import type { RecipientFilter } from "@rollcall/core/sending"
import { Schema } from "effect"
import { given, Instant, maxOffset } from "../requests/Codecs.ts"

/** Filters are never ignored. An empty list of references would match nothing, so it is refused. */
const ClientReferences = Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isMaxLength(1_000))

const Filters = Schema.Struct({
  broadcastUuid: described(given(BroadcastUuid), "Recipients of this broadcast."),
  clientReferences: described(given(ClientReferences), "Recipients with one of these references."),
  updatedSince: described(
    given(Instant),
    "Recipients updated strictly after this timestamp. To follow changes, read all pages, then ask for changes after the latest updated_at of the first page, minus a few seconds."
  )
}).check(
  Schema.makeFilter(
    ({ broadcastUuid, clientReferences, updatedSince }) =>
      (broadcastUuid ?? clientReferences ?? updatedSince ?? null) !== null,
    {
      issueType: "missing",
      message: "at least one of broadcastUuid, clientReferences and updatedSince is required"
    }
  )
)

export const StatusesBody = Schema.Struct({
  filters: described(
    Filters,
    "Which recipients to list: those matching every filter. At least one filter is required."
  ),
  limit: described(
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(1), Schema.isLessThanOrEqualTo(1_000)),
    "The maximum number of recipients on the page."
  ),
  offset: described(
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(0), Schema.isLessThanOrEqualTo(maxOffset)),
    "How many recipients to skip, in the order of acceptance, which receipts do not change. With updatedSince, the next page may repeat a recipient that has changed, but skips none."
  ),
  after: described(
    given(Schema.String),
    "The `next` of another page with the same filters: the page begins after it. Requires offset 0."
  )
}).annotate({ identifier: "MessageStatusesBody", description: "Which recipients to list, over all broadcasts." })

export const toRecipientFilter = ({ filters }: typeof StatusesBody.Type): RecipientFilter => ({
  broadcast: filters.broadcastUuid ?? null,
  clientReferences: filters.clientReferences ?? null,
  updatedAfter: filters.updatedSince ?? null
})

export const toCursorRequest = ({ after, limit, offset }: typeof StatusesBody.Type): CursorRequest => ({
  limit,
  offset,
  ...(typeof after === "string" && { after })
})
