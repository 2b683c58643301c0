import axe from "axe-core"
import type { Page } from "@playwright/test"

/** How far a page is wider than its window, in pixels. */
export const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** How bad what axe finds has to be, to count. */
type Impact = "minor" | "moderate" | "serious" | "critical"

/** What hinders readers who use a keyboard or a screen reader, or who see little contrast: by default serious and worse. */
export const obstacles = async (
  page: Page,
  counted: ReadonlyArray<Impact> = ["serious", "critical"]
): Promise<ReadonlyArray<string>> => {
  // A script makes wide code reachable by the keyboard, once the page has come to rest.
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

/** Milliseconds from the request of a page to its first text or picture, which may come after the page is loaded. */
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
