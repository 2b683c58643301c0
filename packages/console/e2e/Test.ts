import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, type Page, test as base } from "@playwright/test"
import { type Api, apiOf } from "./Api.ts"
import { faultsOf } from "./Faults.ts"
import { startServer, token } from "./Server.ts"

export { expect, type Locator, type Page } from "@playwright/test"

interface OfTest {
  /** Whether the test begins on a database that has nothing. */
  readonly isOnEmptyDatabase: boolean
  /** Settings of its server. */
  readonly variables: Readonly<Record<string, string>>
  /** Its server, which the page has a login for. */
  readonly api: JourneyApi
}

export interface JourneyApi extends Api {
  /** Lets answers of a status to requests of a path be no fault: for what a page is meant to show. */
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
 * A test whose page is logged in at the console, on a server of its own. It fails where the page does what it must not: an
 * error on its console, what its policy refuses, an answer that is an error and was not expected, a request to another server,
 * a script of what people wrote that runs.
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

/** Opens a view by its path below the console, and waits until it is there. */
export const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
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

/** Takes one of the options that typing finds. */
export const choose = async (page: Page, label: string, typed: string): Promise<void> => {
  await page.getByRole("combobox", { name: label }).fill(typed)
  await page.getByRole("option", { name: typed }).first().click()
}
