import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, posix } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { brokenLinks } from "../site/output/Links.ts"
import { addressesOf } from "../site/output/Tags.ts"
import { type Entry, kinds } from "../site/pages/Contents.ts"
import { llmsText } from "../site/pages/LlmsText.ts"
import { docstringPage, markdownOf, pageOf } from "../site/pages/Page.ts"
import { referenceRoutes } from "../site/pages/ReferenceRoutes.ts"
import { tables, tablesNamed, withTables } from "../site/tables/Tables.ts"
import { read } from "../../Repository.ts"
import { routes, wayTo } from "../site/pages/Routes.ts"

const made: Array<string> = []
const docstringRoutes = Array.from(referenceRoutes.values(), ({ route }) => route)
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

const site = (files: { readonly [file: string]: string }): string => {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-site-"))
  made.push(folder)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

describe("the links in a built site", () => {
  const other = { "a/index.html": '<h2 id="there">There</h2>', "a/picture.svg": "<svg/>" }

  it("can lead to pages, anchors, files and other sites", () => {
    const links = ["./a/", "a/#there", "#here", "./a/picture.svg", "https://example.org/none", "mailto:a@example.org"]
    const html = links.map((link) => `<a title="1 > 0" href="${link}">x</a>`).join("") + '<p id="here">'
    expect(addressesOf(html)).toEqual(links)
    expect(brokenLinks(site({ ...other, "index.html": html }))).toEqual([])
  })

  it.each([
    ["a page", '<a href="./b/">', "./b/ is not there"],
    ["a picture", '<img src="a/other.svg">', "a/other.svg is not there"],
    ["a place of a page", '<a href="a/#here">', "a/#here: the page has no such place"],
    ["a place of its own", '<a href="#there">', "#there: the page has no such place"],
    ["the root of the server", '<a href="/a/">', "/a/ is not there"]
  ])("must not lead to a missing %s", (_, html, fault) => {
    expect(brokenLinks(site({ ...other, "index.html": html }))).toEqual([`index.html: ${fault}`])
  })
})

describe("the site", () => {
  const linksIn = (entry: Entry): ReadonlyArray<string> =>
    "link" in entry ? [entry.link] : entry.items.flatMap(linksIn)

  it("has every page in its sidebar, except the index, which the first page replaces", () => {
    const linked = kinds().flatMap(({ entries }) => entries.flatMap(linksIn))
    const all = [...routes.values(), ...docstringRoutes]
    expect(all.filter((route) => !linked.includes(`/${route}/`))).toEqual([""])
    expect(new Set(all).size).toBe(all.length)
  })

  it("links from page to page, and not to files in the repository", () => {
    const { text } = pageOf("docs/how-to/your-server.md", undefined)
    expect(text).toContain("](../../how-to/operating/#limits)")
    expect(text).not.toMatch(/\]\([^)]*\.(?:md|ts)[)#]/)
    expect(pageOf("docs/how-to/your-server.md", "https://example.org/main").text).toContain(
      "](https://example.org/main/examples/web-servers/src/hono/Host.ts)"
    )
  })

  it("links a source with docstrings to their page, and that page to others", () => {
    expect(pageOf("docs/reference/promises.md", undefined).text).toContain("](../../reference/promises/lists/)")
    const { route, title } = referenceRoutes.get("packages/rollcall/src/areas/Lists.ts") ?? { route: "", title: "" }
    const page = docstringPage(route, title, "[a](contacts.md#get), [b](results/contact.md) and [c](#here)\n")
    expect(page).toContain("[a](../../../reference/promises/contacts/#get)")
    expect(page).toContain("[b](../../../reference/promises/results/contact/)")
    expect(page).toContain("[c](#here)")
  })

  it.each([
    ["", "how-to/backup/", "./how-to/backup/"],
    ["changes", "", "../"],
    ["how-to/backup", "reference/errors/", "../../reference/errors/"]
  ])("has a route from %j to %j", (from, to, way) => {
    expect(wayTo(from, to)).toBe(way)
  })
})

describe("the generated tables", () => {
  const pages = [...routes.keys()].map((file) => ({ file, named: tablesNamed(read(file)) }))

  it("are all generated, and each is on a page", () => {
    const named = pages.flatMap((page) => page.named)
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(tables).toSorted())
    const left = pages.flatMap(({ file, named }) => (named.length > 0 ? tablesNamed(withTables(file, read(file))) : []))
    expect(left).toEqual([])
  })

  it("contain the code's values", () => {
    const settings = tables["library settings"]?.() ?? ""
    const rows = settings.split("\n").filter((line) => /^\| `\w+\.\w+`/.test(line))
    const members = read("packages/rollcall/src/options/GivenSettings.ts").match(
      /^ {2}readonly \w+\?: (?!\w+Settings\b)/gm
    )
    expect(rows).toHaveLength(members?.length ?? 0)
    expect(settings).toMatch(/^\| `dispatch\.retries` \| `number` \| .+ \| \d+ \|$/m)
    expect(tables["server variables"]?.()).toContain("| `ROLLCALL_PORT` |")
    expect(tables["limits"]?.()).toMatch(
      /^\| `recipients` \| The maximum number of recipients of a broadcast\. \| [\d,]+ \|$/m
    )
    expect(withTables("docs/reference/a.md", "[b](c.ts) <!-- table limits -->")).toContain(
      "| limit | of what | at most |"
    )
    expect(() => withTables("a.md", "[b](c.ts) <!-- table none -->")).toThrow('the table "none"')
  })
})

describe("the pages as Markdown", () => {
  const pages = new Set(
    [...routes.values(), ...docstringRoutes].map((route) => (route === "" ? "llms.txt" : `${route}.md`))
  )
  const linksIn = (text: string): ReadonlyArray<string> =>
    Array.from(
      text.replaceAll(/^ *```[^]*?^ *```$/gm, "").matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g),
      ([, link = ""]) => link
    )

  it("are all listed in llms.txt, or linked from a listed page", () => {
    const listed = linksIn(llmsText())
    expect(listed.filter((link) => !pages.has(link))).toEqual([])
    const below = [...pages].filter((page) => !listed.includes(page) && page !== "llms.txt")
    expect(below.filter((page) => !/^(?:packages|reference\/(?:promises|services))\//.test(page))).toEqual([])
  })

  it("have no comments, and link to pages as Markdown or to pictures", () => {
    const wrong = [...routes].flatMap(([file, route]) => {
      if (route === "") return []
      const text = markdownOf(file, undefined)
      const led = linksIn(text).map((link) => posix.join(posix.dirname(route), link))
      return [
        ...led.filter((page) => !pages.has(page) && !/\.(?:png|json)$/.test(page)).map((page) => `${route}: ${page}`),
        ...(/^<!--/m.test(text.replaceAll(/^ *```[^]*?^ *```$/gm, "")) ? [`${route}: a comment`] : [])
      ]
    })
    expect(wrong).toEqual([])
  })
})
