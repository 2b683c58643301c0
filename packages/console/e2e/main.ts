import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { refresh } from "../build/Refresh.ts"
import { contextOf, type Faults, launch, type Appearance, type Page, type Theme } from "./browser/Browser.ts"
import { obstacles, overhang } from "./browser/Measures.ts"
import { apiOf } from "./Api.ts"
import { type Journey, open, signIn } from "./Journey.ts"
import { journeysNamed } from "./Journeys.ts"
import { makeSeeded } from "./Seeded.ts"
import { type Server, token } from "./Server.ts"

// `npm run check:console` takes every journey of `journeys/` in Chromium, each on a server of its own with 5,000 contacts, and
// then looks at every view at the width of a phone and of a screen, in both themes. A fault is: what a journey does not find,
// an error on the console, what the policy of the page refuses, an answer that is an error and was not expected, a request
// to another server, a script of what people wrote that runs, what axe finds, and a page that is wider than its window.
// `--only NAME` takes one file, `--screenshots FOLDER` keeps a picture of each view. A picture of each failed journey is in
// node_modules/.cache/console.
const { values } = parseArgs({ options: { only: { type: "string" }, screenshots: { type: "string" } } })
const failed = join(import.meta.dirname, "../../../node_modules/.cache/console")
const appearances: ReadonlyArray<Appearance> = [390, 1440].flatMap((width) =>
  (["light", "dark"] satisfies ReadonlyArray<Theme>).map((theme) => ({ width, theme }))
)

const begun = performance.now()
const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`
const faults: Faults = []

await refresh()
const files = await journeysNamed(values.only)
const [seeded, browser] = await Promise.all([makeSeeded(), launch()])
console.log(`a database is filled, ${seconds(begun)}`)

/** Opens a page that is logged in, as somebody with a window of this size sees it. What it does wrong is noted with a name. */
const visit = async (
  server: Server,
  name: string,
  seen: Appearance,
  use: (page: Page, api: ReturnType<typeof apiOf>) => Promise<void>
): Promise<void> => {
  const expected: Array<readonly [status: number, path: string]> = [[401, "/"]]
  const own: Faults = []
  const context = await contextOf(browser, new URL(server.url).origin, seen, own, (response) =>
    expected.some(([status, path]) => response.status() === status && new URL(response.url()).pathname.startsWith(path))
  )
  const api = apiOf(server.url, token, (status, path) => expected.push([status, path]))
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  try {
    await signIn(page, api)
    await use(page, api)
  } catch (error) {
    own.push(error instanceof Error ? `${error.message}` : String(error))
    await keep(page, failed, name)
  } finally {
    await context.close()
  }
  faults.push(...new Set(own.map((fault) => `${name}: ${fault}`)))
}

const keep = async (page: Page, folder: string | undefined, name: string): Promise<void> => {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name.replaceAll(/[^\w-]+/g, "-")}.png`) })
}

/** Takes a journey on a server of its own. */
const take = async (name: string, journey: Journey, isOnEmptyDatabase: boolean): Promise<void> => {
  const since = performance.now()
  const before = faults.length
  const use = isOnEmptyDatabase ? seeded.useEmpty : seeded.use
  await use((server) => visit(server, name, { width: 1440, theme: "light" }, journey))
  console.log(`${name}: ${faults.length === before ? "passed" : "failed"}, ${seconds(since)}`)
}

/** Looks at all views with a window of one size. */
const inspectViews = async (server: Server, seen: Appearance): Promise<number> => {
  let looked = 0
  const suffix = `${seen.width}-${seen.theme}`
  await visit(server, `views-${suffix}`, seen, async (page, api) => {
    for (const [file, { views }] of files) {
      for (const [name, path] of Object.entries((await views?.(api)) ?? {})) {
        const where = `${file}, ${name} at ${seen.width} px, ${seen.theme}`
        await open(page, api, path)
        for (const obstacle of await obstacles(page, ["minor", "moderate", "serious", "critical"])) {
          faults.push(`${where}: ${obstacle}`)
        }
        const wider = await overhang(page)
        if (wider > 0) faults.push(`${where} is ${wider} px wider than its window`)
        await keep(page, values.screenshots, `${name}-${suffix}`)
        looked++
      }
    }
  })
  return looked
}

try {
  // Two at a time: each waits for its server and its browser most of the time.
  const waiting = [...files].flatMap(([name, { isOnEmptyDatabase = false, journey }]) =>
    journey === undefined ? [] : [{ name, journey, isOnEmptyDatabase }]
  )
  const takeNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await take(next.name, next.journey, next.isOnEmptyDatabase)
  }
  await Promise.all([takeNext(), takeNext()])

  const since = performance.now()
  const looked = await seeded.use(async (server) => {
    const half = appearances.length / 2
    const inspect = async (some: ReadonlyArray<Appearance>): Promise<number> => {
      let count = 0
      for (const seen of some) count += await inspectViews(server, seen)
      return count
    }
    return (await Promise.all([inspect(appearances.slice(0, half)), inspect(appearances.slice(half))])).reduce(
      (sum, count) => sum + count,
      0
    )
  })
  console.log(`${looked} views looked at, ${seconds(since)}`)
} finally {
  await browser.close()
  seeded.remove()
}
for (const fault of faults) console.error(fault)
console.log(`${files.size} journeys, ${faults.length} faults, ${seconds(begun)}`)
process.exitCode = faults.length === 0 ? 0 : 1
