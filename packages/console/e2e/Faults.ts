import type { BrowserContext, Page, Response } from "@playwright/test"

/** Returns whether an error response is expected, such as a request for a login. */
type IsExpected = (response: Response) => boolean

/** Records faults of a context's pages: console errors, failed requests, and requests to other servers. */
export const faultsOf = (context: BrowserContext, origin: string, isExpected: IsExpected): ReadonlySet<string> => {
  const faults = new Set<string>()
  context.on("page", (page) => watch(page, origin, isExpected, (fault) => faults.add(fault)))
  return faults
}

const watch = (page: Page, origin: string, isExpected: IsExpected, add: (fault: string) => void): void => {
  const note = (fault: string) => add(`${page.url().replace(origin, "")}: ${fault}`)
  page.on("console", (message) => {
    // Failed resources are checked by their responses.
    if (/^Failed to load resource: the server responded with a status of/.test(message.text())) return
    if (message.type() === "error" || message.type() === "warning") note(message.text())
  })
  page.on("pageerror", (error) => note(error.message))
  page.on("dialog", (dialog) => {
    // Injected scripts show an alert to prove that they ran.
    if (dialog.type() === "alert") note(`a dialog: ${dialog.message()}`)
    void dialog.accept()
  })
  page.on("requestfailed", (request) => {
    const error = request.failure()?.errorText ?? "failed"
    // Leaving a page aborts its pending requests.
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
