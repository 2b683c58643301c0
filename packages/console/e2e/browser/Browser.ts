import { type Browser, type BrowserContext, chromium, type Page, type Response } from "playwright-core"

export type { Locator, Page } from "playwright-core"

/** What a page must not do, and did: errors on the console, failed requests, requests to another server. */
export type Faults = Array<string>

export type Theme = "light" | "dark"

/** Finds an answer with a status of an error that is as it should be, such as one that asks for a login. */
export type IsExpected = (response: Response) => boolean

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox"] })

/** How a page is looked at. */
export interface Appearance {
  readonly width: number
  readonly theme: Theme
  readonly height?: number
}

/** A context of its own, with nothing in its cache, whose pages write down what they must not do. */
export const contextOf = async (
  browser: Browser,
  origin: string,
  { height = 900, theme, width }: Appearance,
  faults: Faults,
  isExpected: IsExpected = () => false
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    isMobile: width < 600,
    reducedMotion: "reduce"
  })
  context.on("page", (page) => watch(page, origin, faults, isExpected))
  return context
}

const watch = (page: Page, origin: string, faults: Faults, isExpected: IsExpected): void => {
  const note = (fault: string) => faults.push(`${page.url().replace(origin, "")}: ${fault}`)
  page.on("console", (message) => {
    // Of what could not be loaded the answer itself is looked at.
    if (/^Failed to load resource: the server responded with a status of/.test(message.text())) return
    if (message.type() === "error" || message.type() === "warning") note(message.text())
  })
  page.on("pageerror", (error) => note(error.message))
  page.on("dialog", (dialog) => {
    // Scripts of others show one, to prove that they have run.
    if (dialog.type() === "alert") note(`a dialog: ${dialog.message()}`)
    void dialog.accept()
  })
  page.on("requestfailed", (request) => {
    const error = request.failure()?.errorText ?? "failed"
    // Who leaves a page takes back what it still asks for.
    if (error !== "net::ERR_ABORTED") note(`${request.url()}: ${error}`)
  })
  page.on("response", (response) => {
    if (response.status() >= 400 && !isExpected(response)) {
      note(`${response.request().method()} ${response.url()}: ${response.status()}`)
    }
  })
  page.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (protocol !== "data:" && protocol !== "blob:" && asked !== origin) note(`asks ${asked}`)
  })
}
