import type { ImportRowBody } from "@rollcall/api"
import type { ContactListUuid, ContactUuid } from "@rollcall/core"
import type { OptOutScope } from "@rollcall/core/people"
import { Result, type Schema } from "effect"
import { byteLength } from "../file/Bytes.ts"
import type { Doubt, RowFields, SentRow } from "./SourceRow.ts"

/** The most bytes of a request. Every server accepts this size without counting it as large. */
export const maxRequestSize = 768 * 1024

/** The fields of a row, as it is read. */
export interface ReadFields {
  readonly fields: RowFields
  readonly customFields: Schema.JsonObject
  /** The uuid of the row's contact, and the names of lists that it joins, as the file has them. */
  readonly uuid?: string | undefined
  readonly lists?: string | undefined
  /** What the person is opted out of, as the file has it. */
  readonly optedOut?: string | undefined
}

/** The row as it is sent. Fails when it cannot be sent. */
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

/** What a person can be opted out of. Only these exact strings count. */
const optOutScopes = ["all", "marketing"] as const satisfies ReadonlyArray<OptOutScope>

/** The warning about a value that is not a UUID. The row is imported as if it had no uuid. */
export const uuidDoubts = (uuid: string | undefined): ReadonlyArray<Doubt> =>
  uuid === undefined || readUuid(uuid) !== undefined
    ? []
    : [{ field: "uuid", reason: "no_uuid", error: `uuid ${JSON.stringify(uuid)} is not a UUID` }]

/** Reads a uuid as the API takes it. A web page needs no schema for that. */
const readUuid = (text: string): ContactUuid | undefined => {
  const lower = text.toLowerCase()
  return isUuid(lower) ? lower : undefined
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isUuid = (text: string): text is ContactUuid => uuid.test(text)
export const isListUuid = (text: string): text is ContactListUuid => uuid.test(text)

/** The sent part of a row, with its size. Fails when the row is larger than a request, or no store could keep it. */
export const withSize = (body: typeof ImportRowBody.Type): Result.Result<SentRow, string> => {
  const json = JSON.stringify(body)
  if (unstorable.test(json)) return Result.fail("it must not contain U+0000 or a lone surrogate")
  const size = byteLength(json) + 1
  if (size > maxRequestSize) return Result.fail(`it is larger than ${maxRequestSize / 1024} KiB`)
  return Result.succeed({ body, size })
}

/** Matches a string in JSON that no store keeps. After an even number of backslashes a new escape begins. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/
