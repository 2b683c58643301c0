import { assert } from "@effect/vitest"
import { ContactsErrors } from "@rollcall/api"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { suite } from "../../../core/test/Suite.ts"
import { unknownUuid } from "../App.ts"
import { issuesOf, lacks } from "../Endpoints.ts"
import { TestApp } from "../TestApp.ts"

const Made = Schema.Struct({
  uuid: Schema.String,
  name: Schema.String,
  prefix: Schema.String,
  status: Schema.String,
  scopes: Schema.Array(Schema.String),
  expires_at: Schema.NullOr(Schema.String),
  token: Schema.String
})
const Page = Schema.Struct({
  tokens: Schema.Array(
    Schema.Struct({
      uuid: Schema.String,
      name: Schema.String,
      status: Schema.String,
      revoked_at: Schema.NullOr(Schema.String),
      last_used_at: Schema.NullOr(Schema.String)
    })
  ),
  pagination: Schema.Struct({ total: Schema.Int, limit: Schema.Int, offset: Schema.Int })
})
const detailsOf = Schema.decodeUnknownSync(ContactsErrors.Forbidden)

/** Tokens of a workspace of its own, made by a token with these scopes. */
const makers = Effect.gen(function* () {
  const { fresh, send } = yield* TestApp
  const full = yield* fresh
  const make = (token: string, json: unknown) => send("POST", "/v1/tokens", { token, json })
  const made = Effect.fnUntraced(function* (token: string, json: unknown) {
    const answer = yield* make(token, json)
    assert.strictEqual(answer.status, 201, answer.text)
    return Schema.decodeUnknownSync(Made)(answer.json)
  })
  const list = Effect.fnUntraced(function* (token: string, query = "") {
    const answer = yield* send("GET", `/v1/tokens${query}`, { token })
    assert.strictEqual(answer.status, 200, answer.text)
    return { ...Schema.decodeUnknownSync(Page)(answer.json), text: answer.text }
  })
  const revoke = (token: string, uuid: string) =>
    Effect.map(send("DELETE", `/v1/tokens/${uuid}`, { token }), ({ status }) => status)
  const opens = (token: string) => Effect.map(send("GET", "/v1/tokens", { token }), ({ status }) => status)
  return { full, list, make, made, opens, revoke, send }
})

suite(TestApp.layer)("tokens over HTTP", (test) => {
  test("A2: a token is shown once, grants its scopes, is listed without its secret, and is revoked", function* () {
    const { full, list, made, opens, revoke, send } = yield* makers
    const reports = yield* made(full, { name: "Reports", scopes: ["contacts:read", "tokens:read"] })
    assert.match(reports.token, /^rollcall_[\w-]{43}$/)
    assert.isTrue(reports.token.startsWith(reports.prefix) && reports.prefix.length < 20)
    assert.strictEqual((yield* send("GET", "/v1/contacts", { token: reports.token })).status, 200)
    assert.strictEqual((yield* send("GET", "/broadcasts", { token: reports.token })).status, 403)

    yield* TestClock.adjust("1 second")
    const listed = yield* list(reports.token)
    assert.notInclude(listed.text, reports.token)
    assert.deepStrictEqual(
      listed.tokens.map(({ name, status }) => [name, status]),
      [
        ["unnamed", "valid"],
        ["Reports", "valid"]
      ]
    )
    assert.isNotNull(listed.tokens[1]?.last_used_at)
    assert.deepStrictEqual((yield* list(full, "?limit=1&offset=1")).pagination, { total: 2, limit: 1, offset: 1 })

    assert.strictEqual(yield* revoke(reports.token, reports.uuid), 403)
    assert.strictEqual(yield* revoke(full, reports.uuid), 204)
    assert.strictEqual(yield* opens(reports.token), 401)
    assert.strictEqual(yield* revoke(full, reports.uuid), 204)
    assert.deepStrictEqual(
      (yield* list(full)).tokens.map(({ status }) => status),
      ["valid", "revoked"]
    )
  })

  test("A2: a token may revoke itself, and gets a response", function* () {
    const { full, made, opens, revoke } = yield* makers
    const own = yield* made(full, { name: "Short", scopes: ["tokens:read", "tokens:write"] })
    assert.strictEqual(yield* revoke(own.token, own.uuid), 204)
    assert.strictEqual(yield* opens(own.token), 401)
    assert.strictEqual(yield* opens(full), 200)
  })

  test("A2: a token cannot create a token with a scope it lacks, or one that outlives it", function* () {
    const { full, list, make, made } = yield* makers
    const now = yield* DateTime.now
    const inDays = (days: number) => DateTime.formatIso(DateTime.add(now, { days }))
    const maker = yield* made(full, {
      name: "Maker",
      scopes: ["tokens:write", "tokens:read", "events:read"],
      expires_at: inDays(2)
    })
    const forbidden = yield* make(maker.token, { name: "Stronger", scopes: ["events:read", "contacts:write"] })
    assert.strictEqual(forbidden.status, 403)
    assert.strictEqual(detailsOf(forbidden.json).error.details, lacks(["contacts:write"]))
    const later = yield* make(maker.token, { name: "Longer", expires_at: inDays(3) })
    assert.deepStrictEqual(issuesOf(later), [["value_error", "body", "expires_at"]])
    const same = yield* made(maker.token, { name: "Same" })
    assert.deepStrictEqual([same.scopes, same.expires_at], [maker.scopes, inDays(2)])
    // Nor does one of its making, in its turn.
    const less = yield* made(maker.token, { name: "Less", scopes: ["tokens:write"], expires_at: inDays(1) })
    assert.strictEqual((yield* make(less.token, { name: "Back", scopes: ["events:read"] })).status, 403)
    assert.strictEqual((yield* make(less.token, { name: "Back", expires_at: inDays(2) })).status, 422)
    assert.lengthOf((yield* list(maker.token)).tokens, 4)
    yield* TestClock.adjust("2 days")
    assert.strictEqual((yield* make(maker.token, { name: "Late" })).status, 401)
    assert.deepStrictEqual(
      (yield* list(full)).tokens.map(({ name, status }) => [name, status]),
      [
        ["unnamed", "valid"],
        ["Maker", "expired"],
        ["Same", "expired"],
        ["Less", "expired"]
      ]
    )
  })

  test("A1: a token cannot see or revoke another workspace's token", function* () {
    const one = yield* makers
    const other = yield* makers
    const theirs = yield* one.made(one.full, { name: "Theirs" })
    assert.strictEqual(yield* other.revoke(other.full, theirs.uuid), 404)
    assert.strictEqual(yield* other.revoke(other.full, unknownUuid), 404)
    assert.strictEqual(yield* one.opens(theirs.token), 200)
    assert.lengthOf((yield* other.list(other.full)).tokens, 1)
  })

  test.each([
    [{}, [["missing", "body", "name"]]],
    [{ name: "" }, [["too_short", "body", "name"]]],
    [{ name: "x".repeat(256) }, [["too_long", "body", "name"]]],
    [{ name: "x", scopes: [] }, [["too_short", "body", "scopes"]]],
    [{ name: "x", scopes: ["contacts:all"] }, [["enum", "body", "scopes[0]"]]],
    [{ name: "x", expires_at: "tomorrow" }, [["datetime_parsing", "body", "expires_at"]]],
    [{ name: "x", expires_at: "1970-01-01T00:00:00Z" }, [["value_error", "body", "expires_at"]]]
  ] as const)("W4: reports every error in a new token: %j", function* ([json, issues]) {
    const { full, make } = yield* makers
    assert.deepStrictEqual(issuesOf(yield* make(full, json)), issues)
  })
})
