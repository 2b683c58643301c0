import { assert, describe, it } from "@effect/vitest"
import { toStorageError } from "@rollcall/storage-sql"
import { SqlError } from "effect/sql"
import { toSqlError } from "../src/host/QueryErrors.ts"
import { explainWith } from "../src/PostgresErrors.ts"

const explain = explainWith("storage.url")

/** The error of a connection with a code and a message, as a pool of a host rejects with it. */
const errorOf = (code: string, message = "no") =>
  toStorageError(toSqlError(Object.assign(new Error(message), code === "" ? {} : { code }), "connect"), explain)

describe("a PostgreSQL error that lasts until an operator acts", () => {
  it.each([
    [
      "3D000",
      'database "clinic" does not exist',
      'Postgres refused the connection: database "clinic" does not exist (3D000). Create it, or change storage.url.'
    ],
    [
      "28P01",
      'password authentication failed for user "ada"',
      'Postgres refused the connection: password authentication failed for user "ada" (28P01). Check the user and the password in storage.url.'
    ],
    [
      "28000",
      'role "ada" does not exist',
      'Postgres refused the connection: role "ada" does not exist (28000). Create the role, allow it to connect (pg_hba.conf), or change storage.url.'
    ],
    [
      "42501",
      "permission denied for table contacts",
      "Postgres refused the statement: permission denied for table contacts (42501). Grant the role this right, or use a role that has it."
    ],
    [
      "08P01",
      "no such database: clinic",
      "Postgres refused the connection: no such database: clinic (08P01). Use a database that the pooler knows in storage.url."
    ],
    [
      "08P01",
      "SASL authentication failed",
      "Postgres refused the connection: SASL authentication failed (08P01). Check the user and the password in storage.url."
    ],
    [
      "",
      "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string",
      "Postgres refused the connection: SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string. Check the user and the password in storage.url."
    ],
    [
      "",
      "The server does not support SSL connections",
      "Postgres refused the connection: The server does not support SSL connections. Turn on TLS at the server, or remove sslmode from storage.url."
    ],
    [
      "SELF_SIGNED_CERT_IN_CHAIN",
      "self-signed certificate",
      "The TLS connection to Postgres failed: self-signed certificate (SELF_SIGNED_CERT_IN_CHAIN). Check the certificate of the server, and sslmode and sslrootcert in storage.url."
    ],
    [
      "EACCES",
      "connect EACCES /run/.s.PGSQL.5432",
      "This process may not connect to Postgres: connect EACCES /run/.s.PGSQL.5432. Allow it, or change storage.url."
    ],
    [
      "",
      "Cannot use a pool after calling end on the pool",
      "The pool was ended: Cannot use a pool after calling end on the pool. End it only after Rollcall is closed."
    ]
  ])("%s, %s, is NotReady and says what to do", (code, message, detail) => {
    const error = errorOf(code, message)
    assert.deepStrictEqual([error.reason, error.isAway, error.message], ["NotReady", undefined, detail])
  })
})

describe("a PostgreSQL error that may not recur", () => {
  it.each([
    ["53300", "too many connections", true],
    ["53200", "out of memory", undefined],
    ["57P01", "shut down by an administrator", true],
    ["57P03", "starting up", true],
    ["57014", "statement timeout", undefined],
    ["58030", "a file could not be read", undefined],
    ["25006", "a standby", undefined],
    ["25P03", "idle in a transaction for too long", undefined],
    ["08006", "connection failure", true],
    ["08P01", "server login has been failing", true],
    ["ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:1", true],
    ["ENOTFOUND", "getaddrinfo ENOTFOUND nowhere", true],
    ["ECONNRESET", "read ECONNRESET", true],
    ["", "no connection to the database is free", true],
    ["", "every connection to the database is in use", undefined]
  ] as const)("%s, %s, is Unavailable, with the driver's message", (code, message, isAway) => {
    const error = errorOf(code, message)
    assert.deepStrictEqual([error.reason, error.isAway], ["Unavailable", isAway])
    assert.include(error.message, message)
  })

  it("contains each tried address of a host", () => {
    const tried = ["::1", "127.0.0.1"].map((host) => new Error(`connect ECONNREFUSED ${host}:1`))
    const error = toSqlError(Object.assign(new AggregateError(tried), { code: "ECONNREFUSED" }), "connect")
    assert.strictEqual(
      toStorageError(error, explain).message,
      "Nothing answers at the address of Postgres: connect ECONNREFUSED ::1:1, connect ECONNREFUSED 127.0.0.1:1. Start the server, or change storage.url."
    )
  })
})

describe("a PostgreSQL error caused by a statement or its data", () => {
  it.each([
    ["XX001", "data corrupted"],
    ["22003", "number out of range"],
    ["25P02", "transaction already failed"],
    ["0A000", "not supported"]
  ])("%s, %s, is Corrupt, and its message is not shown", (code, message) => {
    const error = errorOf(code, message)
    assert.strictEqual(error.reason, "Corrupt")
    assert.notInclude(error.message, message)
  })

  it("without a code is not explained", () => {
    for (const cause of [new Error("no"), "53300", null, undefined, { code: 53_300 }])
      assert.isUndefined(explain(new SqlError.UnknownError({ cause })))
  })
})
