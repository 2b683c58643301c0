import { BroadcastUuid, type PageRequest } from "@rollcall/core"
import type { RecipientFilter } from "@rollcall/core/storage"
import { Schema } from "effect"
import { Instant, maxOffset } from "../requests/Codecs.ts"

/** A filter is never ignored: an empty list of references would ask for nothing, and is refused. */
const ClientReferences = Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isMaxLength(1_000))

const Filters = Schema.Struct({
  broadcastUuid: Schema.optionalKey(Schema.NullOr(BroadcastUuid)),
  clientReferences: Schema.optionalKey(Schema.NullOr(ClientReferences)),
  updatedSince: Schema.optionalKey(Schema.NullOr(Instant)).annotate({
    description: "Recipients updated strictly after this instant."
  })
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

/** Which recipients' statuses are wanted, over all broadcasts of the workspace. */
export const StatusesBody = Schema.Struct({
  filters: Filters,
  limit: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1), Schema.isLessThanOrEqualTo(1_000)),
  offset: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0), Schema.isLessThanOrEqualTo(maxOffset))
}).annotate({ identifier: "MessageStatusesBody" })

export const toRecipientFilter = ({ filters }: typeof StatusesBody.Type): RecipientFilter => ({
  broadcast: filters.broadcastUuid ?? null,
  clientReferences: filters.clientReferences ?? null,
  updatedAfter: filters.updatedSince ?? null
})

export const toPageRequest = ({ limit, offset }: typeof StatusesBody.Type): PageRequest => ({ limit, offset })
