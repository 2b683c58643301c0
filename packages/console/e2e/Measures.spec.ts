import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { workbookOf } from "@rollcall/testing/workbooks"
import { refresh } from "../build/Refresh.ts"
import { open, type Page, test } from "./Test.ts"

// `npx playwright test -c packages/console/e2e --project=measures` says how soon the contacts are seen on a processor that is slowed
// down to a quarter, through a network of 10 Mbit/s and 40 ms, with nothing in the cache: medians of five runs. It also imports a
// workbook of 50,000 rows and prints its longest task and the most memory of the page's process.

/** The page's own load timings in milliseconds, and its layout shift. */
interface Beginning {
  readonly painted: number
  readonly largest: number
  readonly usable: number
  readonly blocked: number
  readonly shift: number
  readonly bytes: number
}

/** Records measurements from the start of page load. */
const watching = (): void => {
  const seen = { painted: 0, largest: 0, usable: 0, blocked: 0, shift: 0 }
  Object.assign(window, { seen })
  const observe = (
    type: string,
    note: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void
  ) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") seen.painted = startTime
  })
  observe("largest-contentful-paint", ({ startTime }) => (seen.largest = startTime))
  observe("longtask", ({ duration }) => (seen.blocked += Math.max(0, duration - 50)))
  observe("layout-shift", ({ hadRecentInput, value = 0 }) => {
    if (hadRecentInput !== true) seen.shift += value
  })
  const look = () => {
    if (seen.usable === 0 && document.body?.innerText.includes("@example.org")) seen.usable = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const beginningOf = async (page: Page): Promise<Beginning> => {
  const session = await page.context().newCDPSession(page)
  let bytes = 0
  await session.send("Network.enable")
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength))
  await session.send("Network.setCacheDisabled", { cacheDisabled: true })
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 40,
    downloadThroughput: 10_000_000 / 8,
    uploadThroughput: 10_000_000 / 8
  })
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 })
  await page.goto("contacts")
  await page.waitForFunction(() => Reflect.get(Reflect.get(window, "seen"), "usable") > 0)
  await page.waitForTimeout(1_500)
  const seen = await page.evaluate(() => JSON.stringify(Reflect.get(window, "seen")))
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 })
  await session.detach()
  return { ...JSON.parse(seen), bytes }
}

const median = (numbers: ReadonlyArray<number>): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

test("the page has a limited size", async () => {
  const { size } = await refresh()
  console.log(
    `every view begins with ${size.first} bytes in gzip, all files have ${size.gzip}, and ${size.brotli} in Brotli`
  )
})

for (const width of [390, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ isMobile: width < 600, viewport: { width, height: 900 } })

    test("the contacts appear within a limited time", async ({ page }) => {
      await open(page, "contacts")
      await page.addInitScript(watching)
      const runs: Array<Beginning> = []
      while (runs.length < 5) runs.push(await beginningOf(page))
      const of = (name: keyof Beginning) => median(runs.map((run) => run[name]))
      console.log(
        `${width} px: first paint ${of("painted").toFixed(0)} ms, largest ${of("largest").toFixed(0)} ms, contacts seen after ` +
          `${of("usable").toFixed(0)} ms, blocked ${of("blocked").toFixed(0)} ms, layout shift ${of("shift").toFixed(4)}, ` +
          `${of("bytes")} bytes received`
      )
    })
  })
}

/** The resident memory of the largest renderer process, in megabytes. Linux only. */
const rendererMemory = (): number => {
  const sizes = globSync("/proc/[0-9]*/cmdline").map((path) => {
    try {
      if (!readFileSync(path, "utf8").includes("--type=renderer")) return 0
      const [, pages = "0"] = readFileSync(path.replace("cmdline", "statm"), "utf8").split(" ")
      return (Number(pages) * 4_096) / 1e6
    } catch {
      return 0 // The process has ended.
    }
  })
  return Math.max(0, ...sizes)
}

test("how a workbook of 50,000 rows is imported", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-measures-"))
  const file = join(folder, "people.xlsx")
  const rows = Array.from({ length: 50_000 }, (_, at) => [`p${at}@book.example`, "Ada", `Lovelace ${at}`, String(at)])
  writeFileSync(file, workbookOf([["email", "first_name", "last_name", "external_contact_id"], ...rows]))
  try {
    await open(page, "import")
    const before = rendererMemory()
    await page.evaluate(() => {
      Object.assign(window, { longest: 0 })
      const observer = new PerformanceObserver((list) => {
        const durations = list.getEntries().map(({ duration }) => duration)
        Object.assign(window, { longest: Math.max(Number(Reflect.get(window, "longest")), ...durations) })
      })
      observer.observe({ type: "longtask" })
    })
    let most = 0
    const timer = setInterval(() => (most = Math.max(most, rendererMemory())), 100)
    await page.locator("input[type=file]").setInputFiles(file)
    await page.getByRole("button", { name: "Start the import" }).click({ timeout: 60_000 })
    await page.getByText("The import is complete.").waitFor({ timeout: 200_000 })
    clearInterval(timer)
    const longest = await page.evaluate(() => Number(Reflect.get(window, "longest")))
    console.log(
      `workbook of 50,000 rows: longest task ${longest.toFixed(0)} ms, most memory ${most.toFixed(0)} MB ` +
        `(${before.toFixed(0)} before)`
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
