import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { assert, describe, it, vi } from "@effect/vitest"
import { files } from "@rollcall/console"
import { Effect } from "effect"
import * as fc from "fast-check"
import { baseFrom, encodingFor } from "../../src/console/ConsoleFiles.ts"
import { makeApp, makeFetch } from "../App.ts"
import { envelope } from "../Endpoints.ts"
import { test } from "../../../core/test/Suite.ts"

const origin = "http://host.example"

/** Where the page leads, as a browser reads it that has it from an address. */
const linksOf = (html: string, address: string) => {
  const [, written = ""] = /<base href="([^"]*)"/.exec(html) ?? []
  const base = new URL(written, address)
  const links = Array.from(html.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g), ([, link = ""]) => link)
  return { base: base.href, api: new URL("..", base).href, links: links.map((link) => new URL(link, base).href) }
}

/** What stands below the page's own path, as people share it. */
const below = [
  "",
  "/",
  "/contacts",
  "/contacts/0197a000-0000-7000-8000-0000000000aa?tab=notes",
  "/a/b/c/",
  "/a%2Fb;c#d"
]

const segment = fc.stringMatching(/^[a-z0-9_~-][A-Za-z0-9._~-]{0,8}$/)
const prefix = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join("/")}` as const)
const prefixes = (): ReadonlyArray<`/${string}`> => fc.sample(prefix, { numRuns: 200 })

describe("the console's page", () => {
  test("D6: finds its files and the API below any prefix, with a proxy that removes the prefix", function* () {
    const fetch = yield* makeFetch({ options: { console: true } })
    for (const [index, given] of prefixes().entries()) {
      const address = `${origin}${given}/console${below[index % below.length]}`
      /** Asks as a browser does, through the proxy. */
      const ask = (url: string) =>
        Effect.promise(() =>
          fetch(url.replace(`${origin}${given}`, origin), { headers: { "accept-encoding": "gzip" } })
        )
      const page = yield* ask(address)
      const { api, base, links } = linksOf(yield* Effect.promise(() => page.text()), address)
      assert.deepStrictEqual([page.status, base, api], [200, `${origin}${given}/console/`, `${origin}${given}/`])
      assert.isAtLeast(links.length, 3)
      for (const link of links) assert.strictEqual((yield* ask(link)).status, 200, link)
    }
  })

  test("D6: finds its files and the API below the routes' own prefix", function* () {
    for (const [index, given] of prefixes().slice(0, 8).entries()) {
      const fetch = yield* makeFetch({ options: { console: true, prefix: given } })
      for (const rest of below) {
        const address = `${origin}/proxy/${index}${given}/console${rest}`
        const ask = (url: string) => Effect.promise(() => fetch(url.replace(`/proxy/${index}`, "")))
        const page = yield* ask(address)
        const { api, base, links } = linksOf(yield* Effect.promise(() => page.text()), address)
        assert.deepStrictEqual([page.status, api], [200, `${origin}/proxy/${index}${given}/`])
        assert.strictEqual(base, `${api}console/`)
        assert.strictEqual((yield* ask(`${api}health`)).status, 200)
        for (const link of links) assert.strictEqual((yield* ask(link)).status, 200, link)
      }
    }
  })

  it("D6: finds its base path by counting slashes as a browser does", () => {
    const ways = {
      "/console": "console/",
      "/console?x=/a/b": "console/",
      "//console": "console/",
      "/console/": "./",
      "/console/contacts": "./",
      "/console/contacts/": "../",
      "/console/contacts/x?y=/z#/": "../",
      "/console//x/y": "../../"
    }
    for (const [url, base] of Object.entries(ways)) assert.strictEqual(baseFrom(url), base, url)
  })

  test("loads nothing from other servers, has no inline script or style, and is not framed", function* () {
    const send = yield* makeApp({ options: { console: true } })
    const { headers, status, text } = yield* send("GET", "/console/contacts", { token: null })
    assert.strictEqual(status, 200)
    assert.match(headers.get("content-type") ?? "", /^text\/html/)
    assert.notMatch(text, /<script(?![^>]* src=)|<style|\son\w+=|\sstyle=|https?:/i)
    const policy = headers.get("content-security-policy") ?? ""
    for (const part of ["default-src 'self'", "base-uri 'self'", "frame-ancestors 'none'", "form-action 'none'"]) {
      assert.include(policy, part)
    }
    assert.notMatch(policy, /unsafe|https?:|\*|data:/)
    assert.deepStrictEqual(
      ["x-frame-options", "referrer-policy", "x-content-type-options", "cache-control"].map((name) =>
        headers.get(name)
      ),
      ["DENY", "no-referrer", "nosniff", "no-cache"]
    )
  })

  test("is not sent again to a client with a cached copy", function* () {
    const send = yield* makeApp({ options: { console: true } })
    const etag = (yield* send("GET", "/console", { token: null })).headers.get("etag") ?? ""
    const again = yield* send("GET", "/console", { token: null, headers: { "if-none-match": `W/"x", ${etag}` } })
    assert.deepStrictEqual([again.status, again.text, again.headers.get("etag")], [304, "", etag])
    // Elsewhere its links are others.
    assert.strictEqual((yield* send("GET", "/console/", { headers: { "if-none-match": etag } })).status, 200)
  })

  test("allows GET and HEAD, and returns 404 unless it is enabled", function* () {
    const send = yield* makeApp({ options: { console: true } })
    for (const path of ["/console", "/console/", "/console/contacts"]) {
      assert.strictEqual((yield* send("HEAD", path, { token: null })).status, 200)
      const { headers, json, status } = yield* send("POST", path, { token: null, json: {} })
      assert.deepStrictEqual([status, headers.get("allow")], [405, "GET"])
      assert.deepStrictEqual<unknown>(
        json,
        envelope("contacts", "405 METHOD NOT ALLOWED", "This path supports only GET.")
      )
    }
    const without = yield* makeApp()
    for (const path of ["/console", "/console/contacts", "/console/assets/x.js"]) {
      assert.strictEqual((yield* without("GET", path, { token: null })).status, 404)
    }
  })

  test("is served to callers known and unknown to the host, because only the API checks the caller", function* () {
    const asked: Array<string> = []
    const authorize = ({ url }: Request) => (asked.push(url), Effect.succeed(null))
    const send = yield* makeApp({ options: { console: true, authorize, prefix: "/rollcall" } })
    assert.strictEqual((yield* send("GET", "/rollcall/console/contacts", { token: null })).status, 200)
    assert.deepStrictEqual(asked, [])
    assert.strictEqual((yield* send("GET", "/rollcall/v1/contacts", { token: null })).status, 401)
  })
})

const bytesOf = (answer: Response) => Effect.promise(async () => Buffer.from(await answer.arrayBuffer()))

describe("the console's files", () => {
  test("are compressed as the client accepts, cached forever under their names, and 404 under other names", function* () {
    const fetch = yield* makeFetch({ options: { console: true } })
    const ask = (path: string, headers: Record<string, string> = {}) =>
      Effect.promise(() => fetch(`${origin}/console/${path}`, { headers }))
    const html = yield* Effect.promise(async () => (await fetch(`${origin}/console/`)).text())
    const paths = Array.from(html.matchAll(/"(assets\/[^"]+)"/g), ([, path = ""]) => path)
    for (const path of paths) {
      const [plain, zipped, small] = yield* Effect.all([
        ask(path),
        ask(path, { "accept-encoding": "gzip, deflate" }),
        ask(path, { "accept-encoding": "gzip, deflate, br" })
      ])
      const encodings = [plain, zipped, small].map(({ headers }) => headers.get("content-encoding"))
      assert.deepStrictEqual(encodings, [null, "gzip", "br"])
      const content = yield* bytesOf(plain)
      assert.isNotEmpty(content)
      assert.deepStrictEqual(gunzipSync(yield* bytesOf(zipped)), content)
      assert.deepStrictEqual(brotliDecompressSync(yield* bytesOf(small)), content)
      assert.strictEqual(zipped.headers.get("content-type"), plain.headers.get("content-type"))
      assert.include(zipped.headers.get("cache-control"), "immutable")
      assert.strictEqual(zipped.headers.get("vary"), "Accept-Encoding")
      const etag = zipped.headers.get("etag") ?? ""
      assert.strictEqual((yield* ask(path, { "if-none-match": etag })).status, 304)
    }
    for (const path of ["assets/none.js", "assets/", "assets/../index.html", `${paths[0]}/x`, "assets/__proto__"]) {
      const answer = yield* Effect.promise(() => fetch(`${origin}/console/${path}`))
      assert.strictEqual(answer.status, path.includes("..") ? 200 : 404, path)
    }
  })

  test("are compressed once for clients without Brotli, however often they are requested without a token", function* () {
    const fetch = yield* makeFetch({ options: { console: true } })
    const html = yield* Effect.promise(async () => (await fetch(`${origin}/console/`)).text())
    const path = files.find((file) => !html.includes(file.path))?.path ?? ""
    const gzip = vi.spyOn(process.getBuiltinModule("node:zlib"), "gzip")
    yield* Effect.addFinalizer(() => Effect.sync(() => gzip.mockRestore()))
    const ask = Effect.promise(() => fetch(`${origin}/console/${path}`, { headers: { "accept-encoding": "gzip" } }))
    const answers = yield* Effect.all(
      Array.from({ length: 8 }, () => Effect.flatMap(ask, bytesOf)),
      { concurrency: 8 }
    )
    for (const answer of answers) assert.deepStrictEqual(gunzipSync(answer), gunzipSync(answers[0] ?? answer))
    // Another test may have had it made before.
    assert.isAtMost(gzip.mock.calls.length, 1)
  })

  it("are sent in the smallest form that the client accepts", () => {
    const lists = {
      "": undefined,
      "*": undefined,
      "deflate, zstd": undefined,
      "gzip;q=0": undefined,
      "GZIP;q=0.5": "gzip",
      "br;q=0.0, gzip": "gzip",
      "gzip, deflate, br, zstd": "br",
      "gzip , Br ; q=0.8": "br"
    }
    for (const [header, encoding] of Object.entries(lists)) assert.strictEqual(encodingFor(header), encoding, header)
  })
})

describe("the page at a view's path", () => {
  test("names the files that the view loads, and for an unknown path the files of every view", function* () {
    const send = yield* makeApp({ options: { console: true } })
    const filesAt = Effect.fnUntraced(function* (path: string) {
      const { text } = yield* send("GET", path, { token: null })
      return Array.from(text.matchAll(/"modulepreload" href="assets\/(\w+)-/g), ([, name]) => name)
    })
    assert.include(yield* filesAt("/console/contacts?search=a"), "AudienceViews")
    const one = yield* filesAt("/console/broadcasts/0197a000-0000-7000-8000-0000000000aa")
    assert.include(one, "BroadcastViews")
    assert.notInclude(one, "AudienceViews")
    for (const path of ["/console/none", "/console/__proto__", "/console/toString/x"]) {
      assert.deepStrictEqual(yield* filesAt(path), ["shared"], path)
    }
  })
})
