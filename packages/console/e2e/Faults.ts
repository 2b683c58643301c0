import type { BrowserContext, Page, Response } from "@playwright/test"

/** Finds an answer with a status of an error that is as it should be, such as one that asks for a login. */
type IsExpected = (response: Response) => boolean

/** Writes down what the pages of a context must not do: errors on the console, failed requests, requests to another server. */
export const faultsOf = (context: BrowserContext, origin: string, isExpected: IsExpected): ReadonlySet<string> => {
  const faults = new Set<string>()
  context.on("page", (page) => watch(page, origin, isExpected, (fault) => faults.add(fault)))
  return faults
}

const watch = (page: Page, origin: string, isExpected: IsExpected, add: (fault: string) => void): void => {
  const note = (fault: string) => add(`${page.url().replace(origin, "")}: ${fault}`)
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
