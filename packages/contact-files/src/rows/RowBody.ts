import type { ImportRowBody } from "@rollcall/api"
import type { ContactListUuid, ContactUuid } from "@rollcall/core"
import type { OptOutScope } from "@rollcall/core/people"
import { Result, type Schema } from "effect"
import { byteLength } from "../file/Bytes.ts"
import type { Doubt, RowFields, SentRow } from "./SourceRow.ts"

/** The maximum size of a request, in bytes. Every server accepts this size. */
export const maxRequestSize = 768 * 1024

export interface ReadFields {
  readonly fields: RowFields
  readonly customFields: Schema.JsonObject
  /** The uuid of the contact, and the names of the lists that it joins, as in the file. */
  readonly uuid?: string | undefined
  readonly lists?: string | undefined
  /** The opt-out of the person, as in the file. */
  readonly optedOut?: string | undefined
}

/** Returns the part of a row that is sent. Fails if it can't be sent. */
export const sentRow = ({
  customFields,
  fields,
  lists,
  optedOut,
  uuid
}: ReadFields): Result.Result<SentRow, string> => {
  const known = uuid === undefined ? undefined : readUuid(uuid)
  const scope = optedOut === undefined ? undefined : optOutScopes.find((one) => one === optedOut)
  if (optedOut !== undefined && scope === undefined) {
    return Result.fail(`opted_out must be all, marketing or empty, not ${JSON.stringify(optedOut)}`)
  }
  const sent = withSize({
    ...(known !== undefined && { uuid: known }),
    ...fields,
    ...(scope !== undefined && { opted_out: scope }),
    ...(Object.keys(customFields).length > 0 && { custom_fields: customFields })
  })
  return lists === undefined ? sent : Result.map(sent, (row) => ({ ...row, lists }))
}

/** The valid opt-outs. Only these exact strings count. */
const optOutScopes = ["all", "marketing"] as const satisfies ReadonlyArray<OptOutScope>

/** Returns a warning if the value isn't a UUID. The row is imported without it. */
export const uuidDoubts = (uuid: string | undefined): ReadonlyArray<Doubt> =>
  uuid === undefined || readUuid(uuid) !== undefined
    ? []
    : [{ field: "uuid", reason: "no_uuid", error: `uuid ${JSON.stringify(uuid)} is not a UUID` }]

/** Reads a uuid in the API's format, without loading a schema in web pages. */
const readUuid = (text: string): ContactUuid | undefined => {
  const lower = text.toLowerCase()
  return isUuid(lower) ? lower : undefined
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isUuid = (text: string): text is ContactUuid => uuid.test(text)
export const isListUuid = (text: string): text is ContactListUuid => uuid.test(text)

/**
 * Returns the sent part of a row with its size. Fails if it is larger than a request or contains characters that can't be
 * stored.
 */
export const withSize = (body: typeof ImportRowBody.Type): Result.Result<SentRow, string> => {
  const json = JSON.stringify(body)
  if (unstorable.test(json)) return Result.fail("the row must not contain U+0000 or a lone surrogate")
  const size = byteLength(json) + 1
  if (size > maxRequestSize) return Result.fail(`the row is larger than ${maxRequestSize / 1024} KiB`)
  return Result.succeed({ body, size })
}

/** Matches a JSON string with an escape that can't be stored. After an even number of backslashes, a new escape begins. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/
