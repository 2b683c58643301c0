import axe from "axe-core"
import type { Page } from "@playwright/test"

/** Returns by how many pixels a page is wider than its window. */
export const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** The severity of an axe finding. */
type Impact = "minor" | "moderate" | "serious" | "critical"

/** Returns accessibility problems found by axe. Default: serious and critical ones. */
export const obstacles = async (
  page: Page,
  counted: ReadonlyArray<Impact> = ["serious", "critical"]
): Promise<ReadonlyArray<string>> => {
  // A script makes wide code focusable after the page has settled.
  await page.waitForFunction(() =>
    [...document.querySelectorAll("pre")].every((code) => code.scrollWidth <= code.clientWidth || code.tabIndex === 0)
  )
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(async () => {
    const run = (window as unknown as { axe: typeof axe }).axe
    return await run.run(document, { resultTypes: ["violations"] })
  })
  return violations
    .filter(({ impact }) => impact && counted.includes(impact))
    .flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 160)}`))
}

/** Returns the milliseconds from the page request to the first text or image, which may come after the load event. */
export const firstView = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        setTimeout(() => resolve(Number.NaN), 10_000)
        const observer = new PerformanceObserver((seen) => {
          const [first] = seen.getEntriesByName("first-contentful-paint")
          if (first !== undefined) resolve(first.startTime)
        })
        observer.observe({ type: "paint", buffered: true })
      })
  )
