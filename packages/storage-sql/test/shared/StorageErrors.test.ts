import { assert, describe, it } from "@effect/vitest"
import type { StorageError } from "@rollcall/core"
import { Effect, Schema } from "effect"
import { Migrator, SqlError } from "effect/sql"
import { type ExplainError, toStorageError } from "../../src/database/StorageErrors.ts"
import { test } from "../../../core/test/Suite.ts"

const cause = new Error("secret")
const explain: ExplainError = ({ cause }) => (cause instanceof RangeError ? { reason: "Unavailable" } : undefined)

const reasonOf = (reason: SqlError.SqlErrorReason) => toStorageError(new SqlError.SqlError({ reason }), explain).reason

const reasons: ReadonlyArray<readonly [SqlError.SqlErrorReason, StorageError["reason"]]> = [
  [new SqlError.ConnectionError({ cause }), "Unavailable"],
  [new SqlError.AuthenticationError({ cause }), "NotReady"],
  [new SqlError.AuthorizationError({ cause }), "NotReady"],
  [new SqlError.LockTimeoutError({ cause }), "Unavailable"],
  [new SqlError.StatementTimeoutError({ cause }), "Unavailable"],
  [new SqlError.UniqueViolation({ cause, constraint: "contacts_by_uuid" }), "Conflict"],
  [new SqlError.ConstraintError({ cause }), "Conflict"],
  [new SqlError.DeadlockError({ cause }), "Conflict"],
  [new SqlError.SerializationError({ cause }), "Conflict"],
  [new SqlError.SqlSyntaxError({ cause }), "Corrupt"],
  [new SqlError.UnknownError({ cause: new RangeError("passing") }), "Unavailable"],
  [new SqlError.UnknownError({ cause }), "Corrupt"]
]

describe("a database error", () => {
  it.each(reasons)("%o is %s", (reason, expected) => {
    assert.strictEqual(reasonOf(reason), expected)
  })

  it("about a lock names the caller's transaction as the likely holder", () => {
    const locked = new SqlError.SqlError({ reason: new SqlError.LockTimeoutError({ cause }) })
    assert.match(
      toStorageError(locked, explain).message,
      /your own open transaction, run the call in it with `workspace.in\(client\)`/
    )
  })

  it("is a full disk only if the database says so", () => {
    const isFull = (code: object) => {
      const reason = new SqlError.UnknownError({ cause: Object.assign(new Error(), code) })
      return toStorageError(new SqlError.SqlError({ reason }), () => ({ reason: "Unavailable" })).isFull
    }
    assert.deepStrictEqual([{ errcode: 13 }, { code: "53100" }].map(isFull), [true, true])
    assert.deepStrictEqual([{ errcode: 10 }, { code: "53200" }].map(isFull), [undefined, undefined])
  })

  it("in a migration has the reason of its cause", () => {
    const failed = (cause: unknown) => new Migrator.MigrationError({ kind: "Failed", message: "failed", cause })
    const locked = new SqlError.SqlError({ reason: new SqlError.LockTimeoutError({ cause }) })
    assert.strictEqual(toStorageError(failed(locked), explain).reason, "Unavailable")
    assert.strictEqual(toStorageError(failed(cause), explain).reason, "Corrupt")
  })

  test("is Corrupt if a row does not decode, and its message contains no data of the row", function* () {
    const error = yield* Effect.flip(Schema.decodeUnknownEffect(Schema.Int)("secret"))
    const storageError = toStorageError(error, explain)
    assert.strictEqual(storageError.reason, "Corrupt")
    assert.notInclude(storageError.message, "secret")
    assert.strictEqual(storageError.cause, error)
  })
})
