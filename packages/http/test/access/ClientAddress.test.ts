import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { Headers } from "effect/http"
import { clientAddress } from "../../src/access/ClientAddress.ts"

const addressOf = (remote: string | undefined, trustedProxies = 0, forwarded?: string) =>
  Option.getOrNull(
    clientAddress(
      {
        remoteAddress: Option.fromUndefinedOr(remote),
        headers: Headers.fromInput(forwarded === undefined ? {} : { "x-forwarded-for": forwarded })
      },
      trustedProxies
    )
  )

describe("a client's address", () => {
  it("is an IPv4 address, or the /64 of an IPv6 address", () => {
    assert.strictEqual(addressOf("192.0.2.1"), "192.0.2.1")
    assert.strictEqual(addressOf("::ffff:192.0.2.1"), "192.0.2.1")
    assert.strictEqual(addressOf("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64")
    assert.strictEqual(addressOf("2001:DB8:1:2::9"), "2001:db8:1:2::/64")
    assert.strictEqual(addressOf("fe80::1%eth0"), "fe80::/64")
    assert.isNull(addressOf(undefined))
  })

  it("is not taken from the client's own headers", () => {
    assert.strictEqual(addressOf("192.0.2.1", 0, "198.51.100.7"), "192.0.2.1")
    assert.isNull(addressOf(undefined, 0, "198.51.100.7"))
    assert.strictEqual(addressOf("10.0.0.1", 1, "6.6.6.6, 198.51.100.7"), "198.51.100.7")
    assert.strictEqual(addressOf("10.0.0.1", 2, "6.6.6.6, 198.51.100.7, 10.0.0.2"), "198.51.100.7")
  })

  it("behind fewer proxies than trusted is the first one's address", () => {
    assert.strictEqual(addressOf("10.0.0.1", 2, "198.51.100.7"), "198.51.100.7")
    assert.strictEqual(addressOf("10.0.0.1", 2), "10.0.0.1")
    assert.isNull(addressOf(undefined, 1))
  })

  it("has no port, and has a maximum length if it is no IP address", () => {
    assert.strictEqual(addressOf("10.0.0.1", 1, "198.51.100.7:4711"), "198.51.100.7")
    assert.strictEqual(addressOf("10.0.0.1", 1, "[2001:db8:1:2::9]:4711"), "2001:db8:1:2::/64")
    assert.strictEqual(addressOf("10.0.0.1", 1, "x".repeat(1_000)), "x".repeat(64))
  })
})
