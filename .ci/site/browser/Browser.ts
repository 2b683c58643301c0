import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"

/** What a page must not do, and did: errors on the console, failed requests, requests to another server. */
export type Faults = Array<string>

export type Theme = "light" | "dark"

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox"] })

/** A context of its own, with nothing in its cache, whose pages write down what they must not do. */
export const contextOf = async (
  browser: Browser,
  origin: string,
  look: { readonly width: number; readonly theme: Theme },
  faults: Faults
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    viewport: { width: look.width, height: 900 },
    colorScheme: look.theme,
    isMobile: look.width < 600,
    reducedMotion: "reduce"
  })
  context.on("page", (page) => watch(page, origin, faults))
  return context
}

const watch = (page: Page, origin: string, faults: Faults): void => {
  const note = (fault: string) => faults.push(`${page.url().replace(origin, "")}: ${fault}`)
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") note(message.text())
  })
  page.on("pageerror", (error) => note(error.message))
  page.on("requestfailed", (request) => {
    const error = request.failure()?.errorText ?? "failed"
    // Who leaves a page takes back what it still asks for.
    if (error !== "net::ERR_ABORTED") note(`${request.url()}: ${error}`)
  })
  page.on("response", (response) => {
    if (response.status() >= 400) note(`${response.url()}: ${response.status()}`)
  })
  page.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (protocol !== "data:" && protocol !== "blob:" && asked !== origin) note(`asks ${asked}`)
  })
}
