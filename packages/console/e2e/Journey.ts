import type { Page } from "./browser/Browser.ts"
import type { Api } from "./Api.ts"

/**
 * What a person does on the page, and finds there. It begins at the console, logged in, on a database of its own that
 * `seed` has filled, and throws where something is not as it should be.
 */
export type Journey = (page: Page, api: Api) => Promise<void>

/**
 * The views that axe looks at, and pictures are taken of: paths below the console by the names of their pictures. What
 * has a uuid is asked for.
 */
export type Views = (api: Api) => Promise<Readonly<Record<string, string>>>

/** A file of `journeys/`. Each has one of both, or both. */
export interface JourneyFile {
  readonly journey?: Journey
  /** Whether it begins on a database that has nothing. */
  readonly isOnEmptyDatabase?: boolean
  readonly views?: Views
}

/** The URL of a view, by its path below the console. */
export const viewUrl = (api: Api, path: string): string => `${api.url}/console/${path}`

/** Opens a view, and waits until it is there. */
export const open = async (page: Page, api: Api, path: string): Promise<void> => {
  await page.goto(viewUrl(api, path), { waitUntil: "load" })
  await atRest(page)
}

/** Waits until a view has a heading and loads nothing more. */
export const atRest = async (page: Page): Promise<void> => {
  await page.locator("h1").first().waitFor()
  await page.waitForFunction(() => document.querySelector("[aria-busy=true], [data-loading]") === null)
  await page.evaluate(
    () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))
  )
}

/** Types the token where the page asks for one. */
export const signIn = async (page: Page, api: Api): Promise<void> => {
  await page.goto(`${api.url}/console`, { waitUntil: "load" })
  const field = page.locator("input[type=password]")
  await field.fill(api.token)
  await field.press("Enter")
  await field.waitFor({ state: "detached" })
  await atRest(page)
}
