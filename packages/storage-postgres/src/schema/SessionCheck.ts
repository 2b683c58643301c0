import type { StorageError } from "@rollcall/core"
import { DatabaseAddress, type DatabaseNotReady, rowsDecoder, toStorageError } from "@rollcall/storage-sql"
import { Effect, Redacted, Schema } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { explain } from "../PostgresErrors.ts"
import { settingNames } from "../SessionSettings.ts"
import { refusedParameter, refusedSetting, wrongIsolation, wrongUrl } from "./Readiness.ts"
import { answerOf } from "./ServerAnswer.ts"

const decode = rowsDecoder(Schema.Struct({ name: Schema.String, setting: Schema.String, role: Schema.String }))

/**
 * Checks that a session has the settings it was opened with, because a pooler may reject or silently ignore them. With
 * `pooled` the session has the role's settings, which must be `read committed` outside transactions too.
 */
export const checkSession = Effect.fnUntraced(function* (
  settings: { readonly [name: string]: string },
  pooled: boolean
): Effect.fn.Return<void, StorageError | DatabaseNotReady, SqlClient.SqlClient> {
  const sql = yield* SqlClient.SqlClient
  const explainError = yield* explain
  const expected = Object.entries(settings).filter(([name]) => !pooled || name === "default_transaction_isolation")
  const [first] = yield* sql`
    SELECT name, setting, current_user AS role
    FROM json_each_text(${JSON.stringify(Object.fromEntries(expected))}::json) AS expected(name, value)
    JOIN pg_settings USING (name) WHERE setting <> value ORDER BY name`.pipe(
    Effect.flatMap(decode),
    Effect.mapError((error) => toStorageError(error, explainError)),
    Effect.catch(failedStart)
  )
  if (first === undefined) return
  const { name, role, setting } = first
  return yield* pooled ? wrongIsolation({ isolation: setting, role }) : refusedSetting(name, `it is ${setting}`)
})

/** Whether a string is a Postgres URL. */
const isPostgresUrl = (url: string): boolean => /^postgres(?:ql)?:/.test(url) && URL.canParse(url)

/** Fails if the URL is malformed. The error omits the URL, which may contain a password. */
export const checkUrl = (url: Redacted.Redacted): Effect.Effect<void, DatabaseNotReady> =>
  isPostgresUrl(Redacted.value(url))
    ? Effect.void
    : Effect.flatMap(DatabaseAddress, (address) => Effect.fail(wrongUrl(address)))

/**
 * Recognizes a session rejected because of its startup settings. Its SQLSTATE is the same as for a server that is down, so
 * only the message distinguishes the two.
 */
const failedStart = (error: StorageError): Effect.Effect<never, StorageError | DatabaseNotReady> => {
  const { cause } = error
  if (!SqlError.isSqlError(cause) || cause.reason.operation !== "connect") return Effect.fail(error)
  const { code, message } = answerOf(cause)
  if (code === "") return Effect.fail(error)
  const setting = settingNames.find((name) => message.includes(name))
  if (setting !== undefined) return Effect.fail(refusedSetting(setting, message))
  const [, parameter] = /unsupported startup parameter\D*: (\w+)/.exec(message) ?? []
  return Effect.fail(parameter === undefined ? error : refusedParameter(parameter, message))
}
