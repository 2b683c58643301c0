import { describe, expect, it } from "vitest"
import {
  emptyToken,
  expiryOf,
  inOrder,
  ownToken,
  readTokenForm,
  type Token,
  tokenBody
} from "../../src/tokens/TokenState.ts"

const token = (changes: Partial<Token>): Token => ({
  uuid: "0a1b",
  name: "Website",
  prefix: "rollcall_abcdef",
  status: "valid",
  bootstrap: false,
  scopes: ["contacts:read"],
  actor_uuid: "0c1d",
  created_at: "2026-03-01T12:00:00.000Z",
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  ...changes
})

const configured = token({ uuid: "0b", prefix: null, bootstrap: true })
const other = token({ uuid: "0c", prefix: "rollcall_ghijkl" })

describe("the page's token", () => {
  it("is the token with its first characters", () => {
    expect(ownToken([token({}), other, configured], "rollcall_ghijklmnop")).toBe(other)
  })
  it("is the configured token if no token has these characters", () => {
    expect(ownToken([token({}), configured], "a secret of the operator")).toBe(configured)
  })
  it("is unknown if several tokens match, if it is invalid, or if the host logs users in", () => {
    expect(ownToken([configured, { ...configured, uuid: "0d" }], "a secret")).toBeUndefined()
    expect(ownToken([{ ...other, status: "revoked" }], "rollcall_ghijklmnop")).toBeUndefined()
    expect(ownToken([configured], undefined)).toBeUndefined()
  })
})

it("lists valid tokens first, the newest first", () => {
  const old = token({ uuid: "1", created_at: "2026-01-01T00:00:00.000Z" })
  const young = token({ uuid: "2", created_at: "2026-02-01T00:00:00.000Z" })
  const revoked = token({ uuid: "3", created_at: "2026-03-01T00:00:00.000Z", status: "revoked" })
  expect(inOrder([old, revoked, young]).map(({ uuid }) => uuid)).toEqual(["2", "1", "3"])
})

describe("the token form", () => {
  const now = new Date("2026-03-01T12:00:00.000Z")
  it("sets an expiry after days, at the end of a day, or never", () => {
    expect(expiryOf({ ...emptyToken, lifetime: "30" }, now)).toBe("2026-03-31T12:00:00.000Z")
    expect(expiryOf({ ...emptyToken, lifetime: "none" }, now)).toBeNull()
    const end = new Date(expiryOf({ ...emptyToken, lifetime: "date", date: "2026-04-02" }, now) ?? "")
    expect([end.getDate(), end.getHours(), end.getMinutes()]).toEqual([2, 23, 59])
  })
  it("has no expiry for an invalid date", () => {
    expect(expiryOf({ ...emptyToken, lifetime: "date", date: "" }, now)).toBeUndefined()
  })
  it("sends the selected scopes", () => {
    expect(tokenBody({ ...emptyToken, name: " Website ", scopes: ["events:read"] }, null)).toEqual({
      name: "Website",
      scopes: ["events:read"],
      expires_at: null
    })
  })
  it("is read as it was stored, unless a scope is unknown", () => {
    const form = { ...emptyToken, scopes: ["events:read" as const] }
    expect(readTokenForm(JSON.parse(JSON.stringify(form)))).toEqual(form)
    expect(readTokenForm({ ...form, scopes: ["events:sing"] })).toBeUndefined()
  })
})
