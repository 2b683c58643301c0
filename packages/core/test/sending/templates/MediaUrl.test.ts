import { assert, describe, it } from "@effect/vitest"
import { maxMediaUrlLength, mediaUrlProblem } from "../../../src/sending/templates/MediaUrl.ts"

const ofLength = (length: number) => "https://media.example.com/".padEnd(length, "a")

describe("media URLs (B17)", () => {
  it.each([
    "https://media.example.com/a.png",
    "https://media.example.com:8443/a.png?size=1",
    "https://8.8.8.8/a.png",
    "https://[2001:4860:4860::8888]/a.png",
    "https://bücher.example/ä.png",
    ofLength(maxMediaUrlLength)
  ])("accepts %s", (url) => assert.isUndefined(mediaUrlProblem(url)))

  it.each([
    ["http://media.example.com/a.png", "must be an https URL"],
    ["media.example.com/a.png", "must be an https URL"],
    ["javascript:alert(1)", "must be an https URL"],
    ["https://", "must be an https URL"],
    ["https://user@media.example.com/a.png", "must not contain a user name or password"],
    ["https://user:secret@media.example.com/a.png", "must not contain a user name or password"],
    [ofLength(maxMediaUrlLength + 1), "must have at most 2048 characters"]
  ])("rejects %s", (url, problem) => assert.strictEqual(mediaUrlProblem(url), problem))

  it.each([
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "0.0.0.0",
    "localhost",
    "localhost.",
    "cdn.localhost",
    "[::1]",
    "[::]",
    "[fe80::1]",
    "[fd00::1]",
    "[::ffff:10.0.0.1]"
  ])("rejects the private address %s", (host) => {
    assert.strictEqual(mediaUrlProblem(`https://${host}/a.png`), "must not point to a private address")
  })
})
