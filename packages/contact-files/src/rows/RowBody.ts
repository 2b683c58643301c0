import type { ImportRowBody } from "@rollcall/api"
import type { ContactListUuid, ContactUuid } from "@rollcall/core"
import type { OptOutScope } from "@rollcall/core/people"
import { Result, type Schema } from "effect"
import { byteLength } from "../file/Bytes.ts"
import type { Doubt, RowFields, SentRow } from "./SourceRow.ts"

/** The most bytes of a request: below what every server takes without counting it as large. */
export const maxRequestSize = 768 * 1024

/** What a row gives, as it is read. */
export interface ReadFields {
  readonly fields: RowFields
  readonly customFields: Schema.JsonObject
  /** The uuid of the contact that the row is, and the names of lists that it joins, as the file has them. */
  readonly uuid?: string | undefined
  readonly lists?: string | undefined
  /** What the person is opted out of, as the file has it. */
  readonly optedOut?: string | undefined
}

/** The row that was read, ready to be sent. Fails when it cannot be sent. */
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

/** What a person can be opted out of. No other text means one of them. */
const optOutScopes = ["all", "marketing"] as const satisfies ReadonlyArray<OptOutScope>

/** What is doubtful about a uuid: it is none, and the row is taken for one without. */
export const uuidDoubts = (uuid: string | undefined): ReadonlyArray<Doubt> =>
  uuid === undefined || readUuid(uuid) !== undefined
    ? []
    : [{ field: "uuid", reason: "no_uuid", error: `uuid ${JSON.stringify(uuid)} is no UUID of a contact` }]

/** The uuid that a text is, as the API takes it: a page needs no schema to know one. */
const readUuid = (text: string): ContactUuid | undefined => {
  const lower = text.toLowerCase()
  return isUuid(lower) ? lower : undefined
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isUuid = (text: string): text is ContactUuid => uuid.test(text)
export const isListUuid = (text: string): text is ContactListUuid => uuid.test(text)

/** What is sent of a row, and how much it is. Fails when no request is large enough for it, or no store could keep it. */
export const withSize = (body: typeof ImportRowBody.Type): Result.Result<SentRow, string> => {
  const json = JSON.stringify(body)
  if (unstorable.test(json)) return Result.fail("it must not hold U+0000 or a lone surrogate")
  const size = byteLength(json) + 1
  if (size > maxRequestSize) return Result.fail(`it is larger than ${maxRequestSize / 1024} KiB`)
  return Result.succeed({ body, size })
}

/** How JSON writes a text that no store keeps: after an even number of backslashes a new escape begins. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/
