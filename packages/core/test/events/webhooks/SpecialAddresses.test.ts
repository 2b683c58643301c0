import { describe, expect, it } from "vitest"
import { addressOfHost, isPublicAddress } from "../../../src/events/webhooks/SpecialAddresses.ts"
import { urlIssues } from "../../../src/events/webhooks/Webhook.ts"

describe("isPublicAddress (H6)", () => {
  it.each(["8.8.8.8", "1.1.1.1", "172.15.0.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"])(
    "%s is public",
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    }
  )

  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:8.8.8.8",
    "::ffff:127.0.0.1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "receiver.example",
    ""
  ])("%s is not public", (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it("a host is an address with or without brackets, or a name", () => {
    expect(["[::1]", "10.0.0.1", "receiver.example"].map(addressOfHost)).toEqual(["::1", "10.0.0.1", null])
  })
})

describe("the URL of an endpoint", () => {
  const problems = (url: string, allowPrivate = false) =>
    urlIssues(url, allowPrivate, "it is allowed").map(({ message }) => message)

  it.each(["https://receiver.example/hooks?key=1", "https://8.8.8.8:8443/", "https://[2606:4700::1111]/"])(
    "may be %s",
    (url) => {
      expect(problems(url)).toEqual([])
    }
  )

  it.each([
    ["http://receiver.example/", "must be an https URL, unless it is allowed"],
    ["ftp://receiver.example/", "must be an https URL"],
    ["receiver.example", "must be an https URL"],
    ["https://me:secret@receiver.example/", "must not contain a user name or password"],
    ["https://localhost/", "must not point to a private or special address, unless it is allowed"],
    ["https://a.localhost./", "must not point to a private or special address, unless it is allowed"],
    ["https://127.1/", "must not point to a private or special address, unless it is allowed"],
    ["https://2130706433/", "must not point to a private or special address, unless it is allowed"],
    ["https://0x7f.0.0.1/", "must not point to a private or special address, unless it is allowed"],
    ["https://[::ffff:10.0.0.1]/", "must not point to a private or special address, unless it is allowed"],
    [`https://receiver.example/${"a".repeat(2_048)}`, "must have at most 2048 characters"],
    ["https://receiver.example/\u{0}", "must not contain U+0000 or a lone surrogate"]
  ])("may not be %s", (url, problem) => {
    expect(problems(url)).toEqual([problem])
  })

  it.each(["http://127.0.0.1:8080/", "https://localhost/"])("may be %s if private addresses are allowed", (url) => {
    expect(problems(url, true)).toEqual([])
  })
})
