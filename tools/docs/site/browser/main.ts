import { globSync, mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import {
  contextOf,
  type Faults,
  launch,
  type Page,
  type Theme
} from "../../../../packages/console/e2e/browser/Browser.ts"
import { firstView, obstacles, overhang } from "../../../../packages/console/e2e/browser/Measures.ts"
import { search, searches } from "./Search.ts"
import { serve } from "./Server.ts"

// `npm run check:site` looks at the built site in Chromium, below a path as on a site of others: the search finds what
// readers look for, diagrams are drawn, nothing hangs over at the width of a phone or of a screen, in both themes, nothing is asked of another
// server, axe finds nothing serious, and the first view comes within a second. `--screenshots FOLDER` keeps pictures.
const { values } = parseArgs({ options: { screenshots: { type: "string" } } })
const built = join(import.meta.dirname, "../dist/html")
const prefix = "/some/where/rollcall/"
const widths = { phone: 390, wide: 1440 }
/** Pages of every sort: long tables, long code, pictures, lists. */
const samples = [
  "",
  "how-to/command-line/",
  "how-to/whatsapp/",
  "explanation/architecture/",
  "reference/decisions/",
  "reference/promises/contacts/"
]

const faults: Faults = []
const { server, origin } = await serve(built, prefix)
const browser = await launch()
const at = (route: string) => `${origin}${prefix}${route}`

const everyPage = globSync("**/index.html", { cwd: built })
  .sort()
  .map((file) => (file === "index.html" ? "" : `${dirname(file)}/`))

/** No page is wider than its window. */
const measure = async (): Promise<void> => {
  const context = await contextOf(browser, origin, { width: widths.wide, theme: "light" }, faults)
  const page = await context.newPage()
  for (const route of everyPage) {
    await page.goto(at(route), { waitUntil: "load" })
    for (const width of [widths.phone, widths.wide]) {
      await page.setViewportSize({ width, height: 900 })
      const wider = await overhang(page)
      if (wider > 0) faults.push(`${route} at ${width} px is ${wider} px wider than its window`)
    }
  }
  await context.close()
}

/** A closer look at the samples, at a width in a theme. */
const look = async (width: number, theme: Theme): Promise<void> => {
  const context = await contextOf(browser, origin, { width, theme }, faults)
  const page = await context.newPage()
  for (const route of samples) {
    await page.goto(at(route), { waitUntil: "load" })
    const shown = await page.evaluate(() => document.documentElement.dataset["theme"])
    if (shown !== theme) faults.push(`${route} is ${shown} where the system is ${theme}`)
    for (const obstacle of await obstacles(page)) faults.push(`${route} at ${width} px, ${theme}: ${obstacle}`)
    await keep(page, `${route === "" ? "first" : route.slice(0, -1).replaceAll("/", "-")}-${width}-${theme}`)
  }
  await context.close()
}

const keep = async (page: Page, name: string): Promise<void> => {
  if (values.screenshots === undefined) return
  mkdirSync(values.screenshots, { recursive: true })
  await page.screenshot({ path: join(values.screenshots, `${name}.png`) })
}

const find = async (): Promise<void> => {
  const context = await contextOf(browser, origin, { width: widths.wide, theme: "light" }, faults)
  const page = await context.newPage()
  await page.goto(at(""))
  for (const [text, right] of Object.entries(searches)) {
    const found = (await search(page, text)).map((path) => path.replace(prefix, "").replace(/\/$/, ""))
    const place = found.findIndex((route) => right.includes(route)) + 1
    console.log(`search: ${text}: ${found.slice(0, 5).join(", ")}`)
    if (place < 1 || place > 3) faults.push(`${text} finds ${found.slice(0, 3).join(", ")}, not ${right.join(" or ")}`)
  }
  await keep(page, "search")
  await page.locator(".pagefind-ui__result-title > a").first().click()
  await page.locator("h1").waitFor()
  await context.close()
}

/** The theme that a reader chooses stays, on the next page too. */
const choose = async (): Promise<void> => {
  const context = await contextOf(browser, origin, { width: widths.wide, theme: "light" }, faults)
  const page = await context.newPage()
  await page.goto(at(""))
  await page.locator("starlight-theme-select select").first().selectOption("dark")
  await page.goto(at("reference/glossary/"))
  const shown = await page.evaluate(() => document.documentElement.dataset["theme"])
  if (shown !== "dark") faults.push(`the chosen theme is lost: ${shown}`)
  await context.close()
}

/** The diagrams of a page are drawn, again when the theme changes. */
const draw = async (): Promise<void> => {
  const context = await contextOf(browser, origin, { width: widths.wide, theme: "light" }, faults)
  const page = await context.newPage()
  await page.goto(at("explanation/architecture/"))
  const colours = new Set<string>()
  for (const theme of ["light", "dark"]) {
    await page.locator("starlight-theme-select select").first().selectOption(theme)
    await page.waitForFunction(() => document.querySelectorAll("pre.diagram.drawn > svg").length === 3)
    await page.waitForTimeout(500)
    colours.add(
      await page
        .locator("pre.diagram .nodes rect")
        .first()
        .evaluate((box) => getComputedStyle(box).fill)
    )
    await keep(page, `diagrams-${theme}`)
  }
  if (colours.size < 2) faults.push(`the diagrams have the same colours in both themes: ${[...colours].join()}`)
  await context.close()
}

const time = async (): Promise<void> => {
  for (const route of samples) {
    const times: Array<number> = []
    while (times.length < 3 && !(Math.min(...times) < 1000)) {
      const context = await contextOf(browser, origin, { width: widths.phone, theme: "light" }, faults)
      const page = await context.newPage()
      await page.goto(at(route), { waitUntil: "load" })
      times.push(Math.round(await firstView(page)))
      await context.close()
    }
    console.log(`first view: ${times.join(", ")} ms, /${route}`)
    if (!(Math.min(...times) < 1000)) faults.push(`${route} is first seen after ${times.join(", ")} ms`)
  }
}

try {
  await time()
  await find()
  await choose()
  await draw()
  await Promise.all([measure(), look(widths.phone, "dark").then(() => look(widths.wide, "light"))])
} finally {
  await browser.close()
  server.close()
}
for (const fault of new Set(faults)) console.error(fault)
console.log(`${everyPage.length} pages looked at, ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
