import type { Page } from "@playwright/test"

/**
 * Terms that readers search for, and the pages that answer them. One of these pages must be among the first results.
 */
export const searches: Readonly<Record<string, ReadonlyArray<string>>> = {
  Express: ["how-to/faq", "how-to/your-server"],
  GDPR: ["how-to/faq"],
  "connection pool": ["how-to/faq", "how-to/your-database", "how-to/troubleshooting"],
  "multi-tenant": ["how-to/faq"],
  pnpm: ["how-to/faq", "how-to/install-from-a-clone"],
  backup: ["how-to/backup"],
  unknown: ["reference/reasons", "reference/glossary", "how-to/those-who-missed-it"],
  "opt-out": ["how-to/opt-outs", "reference/promises/opt-outs"],
  "131049": ["how-to/whatsapp", "reference/whatsapp-codes"],
  retry: ["how-to/faq", "how-to/those-who-missed-it", "how-to/operating"],
  prefix: ["how-to/your-server", "how-to/deploy"],
  erase: ["how-to/operating", "contributing/decisions"]
}

/** Returns the routes of the site's search results for a text, best first. */
export const search = async (page: Page, text: string): Promise<ReadonlyArray<string>> => {
  await page.keyboard.press("Escape")
  await page.locator("button[data-open-modal]").click()
  const input = page.locator("#starlight__search input")
  await input.fill("")
  await input.fill(text)
  await page.locator(".pagefind-ui__message", { hasText: text }).waitFor()
  const titles = page.locator(".pagefind-ui__result-title:not(.pagefind-ui__result-nested *) > a")
  await titles.first().waitFor()
  await page.waitForFunction(() => document.querySelector(".pagefind-ui__loading") === null)
  return await titles.evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
}
