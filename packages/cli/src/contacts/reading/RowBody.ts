import type { ContactBody } from "@rollcall/api"
import { Result, type Schema } from "effect"
import type { RowFields, SentRow } from "./SourceRow.ts"

/** The most bytes of a request: below what every server takes without counting it as large. */
export const maxRequestSize = 768 * 1024

/** The row that was read, ready to be sent. Fails when it cannot be sent. */
export const sentRow = (fields: RowFields, customFields: Schema.JsonObject): Result.Result<SentRow, string> =>
  withSize({
    ...fields,
    ...(Object.keys(customFields).length > 0 && { custom_fields: customFields })
  })

/**
 * What is sent of a row, and how much it is. Fails when no request is large enough for it, or no store could keep it.
 */
export const withSize = (body: typeof ContactBody.Type): Result.Result<SentRow, string> => {
  const json = JSON.stringify(body)
  if (unstorable.test(json)) return Result.fail("it must not hold U+0000 or a lone surrogate")
  const size = Buffer.byteLength(json) + 1
  if (size > maxRequestSize) return Result.fail(`it is larger than ${maxRequestSize / 1024} KiB`)
  return Result.succeed({ body, size })
}

/** How JSON writes a text that no store keeps: after an even number of backslashes there is an escape of its own. */
const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/
