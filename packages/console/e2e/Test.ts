import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, type Page, test as base } from "@playwright/test"
import { type Api, apiOf } from "./Api.ts"
import { faultsOf } from "./Faults.ts"
import { startServer, token } from "./Server.ts"

export { expect, type Locator, type Page } from "@playwright/test"

interface OfTest {
  /** Whether the test starts with an empty database. */
  readonly isOnEmptyDatabase: boolean
  /** Environment variables of the server. */
  readonly variables: Readonly<Record<string, string>>
  /** The API of the test's server. The page is logged in. */
  readonly api: JourneyApi
}

export interface JourneyApi extends Api {
  /** Allows responses with a status on a path, which would otherwise fail the test. */
  readonly expect: (status: number, path: string) => void
}

const inFolder = async <A>(use: (folder: string) => Promise<A>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-console-"))
  try {
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A test with its own server and a page that is logged in. Fails on a console error, a policy violation, an unexpected
 * error response, a request to another server, or an injected script that runs.
 */
export const test = base.extend<OfTest & { readonly allowed: Array<readonly [number, string]> }>({
  isOnEmptyDatabase: [false, { option: true }],
  variables: [{}, { option: true }],
  // The page asks for a login.
  allowed: ({}, use) => use([[401, "/"]]),
  api: ({ allowed, isOnEmptyDatabase, variables }, use) =>
    inFolder(async (folder) => {
      if (!isOnEmptyDatabase) cpSync(process.env["CONSOLE_SEED"] ?? "", folder, { recursive: true })
      const server = await startServer(folder, variables)
      const expectAnswer = (status: number, path: string) => void allowed.push([status, path])
      await use({ ...apiOf(server.url, token), expect: expectAnswer }).finally(server.stop)
    }),
  baseURL: ({ api }, use) => use(`${api.url}/console/`),
  context: async ({ allowed, api, context }, use) => {
    const faults = faultsOf(context, new URL(api.url).origin, (answer) => {
      const { pathname } = new URL(answer.url())
      return allowed.some(([status, path]) => answer.status() === status && pathname.startsWith(path))
    })
    await use(context)
    expect([...faults]).toEqual([])
  },
  page: async ({ api, page }, use) => {
    await page.goto("")
    const field = page.locator("input[type=password]")
    await field.fill(api.token)
    await field.press("Enter")
    await field.waitFor({ state: "detached" })
    await atRest(page)
    await use(page)
  }
})

/** Opens a view by its path in the console, and waits until it is shown. */
export const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await atRest(page)
}

/** Waits until a view has a heading and has finished loading. */
export const atRest = async (page: Page): Promise<void> => {
  await page.locator("h1").first().waitFor()
  await page.waitForFunction(() => document.querySelector("[aria-busy=true], [data-loading]") === null)
  await page.evaluate(
    () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))
  )
}

/** Types into a combobox and chooses an option. */
export const choose = async (page: Page, label: string, typed: string): Promise<void> => {
  await page.getByRole("combobox", { name: label }).fill(typed)
  await page.getByRole("option", { name: typed }).first().click()
}
