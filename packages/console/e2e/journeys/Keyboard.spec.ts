import { type Api, at, textAt, until } from "../Api.ts"
import { type Locator, open, type Page, test } from "../Test.ts"

test("Tab reaches every part of every view, and every dialog is opened, used and closed without a mouse.", async ({
  api,
  page
}) => {
  const known = await knownOf(api)
  for (const path of viewsOf(known)) {
    await open(page, path)
    await tabThrough(page, page.locator("body"), path)
  }
  let shown = ""
  for (const overlay of overlaysOf(known)) {
    if (overlay.isOnPhone === true) await page.setViewportSize({ width: 390, height: 844 })
    if (shown !== overlay.path || overlay.before !== undefined) await open(page, overlay.path)
    shown = overlay.path
    await overlay.before?.(page)
    await tryOverlay(page, overlay)
  }
})

/** Uuids of the resources that the views and dialogs show. */
interface Known {
  readonly contact: string
  readonly list: string
  readonly broadcast: string
  readonly scheduled: string
}

const knownOf = async ({ ask }: Api): Promise<Known> => {
  const contact = textAt(await ask("GET", "/v1/contacts?limit=1"), "contacts", 0, "uuid")
  const broadcasts = at(await ask("GET", "/broadcasts?limit=100"), "broadcasts")
  const sent = Array.isArray(broadcasts)
    ? broadcasts.find((one: unknown) => at(one, "status") === "completed")
    : undefined
  const scheduled = await ask("POST", "/broadcasts", {
    channel_type: "chatapp",
    name: "Next year",
    template_name: "appointment_reminder",
    from: "493090180",
    parameters: { body_order: ["name", "time"] },
    recipients: [{ identifier: "4930901821", parameters: { body: { name: "Ada", time: "9:30" } } }],
    scheduled_for: new Date(Date.now() + 86_400_000).toISOString()
  })
  return {
    contact,
    list: textAt(await ask("GET", "/v1/contact-lists"), "contact_lists", 0, "uuid"),
    broadcast: textAt(sent, "uuid"),
    scheduled: textAt(scheduled, "uuid")
  }
}

const viewsOf = ({ broadcast, contact, list }: Known): ReadonlyArray<string> => [
  "",
  "contacts",
  `contacts/${contact}`,
  `contacts/${contact}?tab=notes`,
  "lists",
  `lists/${list}`,
  "segments",
  "opt-outs",
  "fields",
  "import",
  "compose",
  "broadcasts",
  `broadcasts/${broadcast}`,
  "messages",
  "events",
  "webhooks",
  "tokens",
  "settings"
]

/** An overlay that a button opens, or an item of the button's menu. */
interface Overlay {
  readonly path: string
  readonly button: string | RegExp
  readonly item?: string | RegExp
  /** Opens next to its button and doesn't trap Tab, as menus and filters do. */
  readonly beside?: boolean
  /** Prepares the view, which is reloaded for each overlay. */
  readonly before?: (page: Page) => Promise<void>
  /** Whether the overlay exists on phones. */
  readonly isOnPhone?: boolean
}

const overlaysOf = ({ broadcast, contact, list, scheduled }: Known): ReadonlyArray<Overlay> => [
  { path: "contacts", button: "Create contact" },
  { path: "contacts", button: "View", beside: true },
  { path: "contacts?q=ada", button: "Segments", item: "Save as a segment…" },
  { path: "contacts", button: "Add to list", before: choose },
  { path: "contacts", button: "Archive", before: choose },
  { path: `contacts/${contact}`, button: "Actions", item: "Archive" },
  { path: `contacts/${contact}`, button: "Actions", item: /^Merge/ },
  { path: `contacts/${contact}`, button: "Actions", item: "Erase for good" },
  { path: `contacts/${contact}`, button: "Opt out" },
  { path: `contacts/${contact}?tab=notes`, button: "Archive the note" },
  { path: "lists", button: "New list" },
  { path: `lists/${list}`, button: "Add contacts" },
  { path: `lists/${list}`, button: "More", item: "Rename" },
  { path: `lists/${list}`, button: "More", item: "Archive" },
  { path: "segments", button: /^Actions for/, item: "Rename" },
  { path: "segments", button: /^Actions for/, item: "Archive" },
  { path: "opt-outs", button: /^Opt in/ },
  { path: "fields", button: "New field" },
  { path: "fields", button: "Archive City" },
  { path: "compose", button: "Add a search" },
  { path: `broadcasts/${broadcast}`, button: "Send a test" },
  { path: `broadcasts/${broadcast}`, button: "Retry unreached recipients" },
  { path: `broadcasts/${scheduled}`, button: "Cancel the broadcast" },
  { path: "events", button: "All types", beside: true },
  { path: "webhooks", button: "New webhook" },
  { path: "webhooks", button: /^Actions for/, item: "Edit" },
  { path: "webhooks", button: /^Actions for/, item: "Continue or send again" },
  { path: "webhooks", button: /^Actions for/, item: "Replace the secret" },
  { path: "webhooks", button: /^Actions for/, item: "Delete" },
  { path: "tokens", button: "New token" },
  { path: "tokens", button: "Revoke Nightly export" },
  { path: "contacts", button: "Filter", isOnPhone: true, before: async () => {} },
  { path: "contacts", button: "Open the navigation", isOnPhone: true }
]

const choose = async (page: Page): Promise<void> => page.locator("tbody tr").first().press("Space")

/** Runs in the page: records which elements receive focus, and finds elements that were skipped or focused out of sight. */
const watchFocus = (within: Element): void => {
  const canHaveIt = "a[href], button, input, select, textarea, summary, [tabindex]"
  const stops = [...within.querySelectorAll<HTMLElement>(canHaveIt)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.matches(":disabled, [type=radio]:not(:checked)")
  )
  const had = new Set<EventTarget | null>([document.activeElement])
  const faults = new Set<string>()
  const nameOf = (element: Element) => element.outerHTML.slice(0, 160)
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    had.add(target)
    if (!within.contains(target)) faults.add(`Tab leaves to ${nameOf(target)}`)
    const { boxShadow, outlineStyle } = getComputedStyle(target)
    if (outlineStyle === "none" && boxShadow === "none") faults.add(`the focus is not seen on ${nameOf(target)}`)
  })
  const focusFaults = () => {
    for (const stop of stops) if (stop.isConnected && !had.has(stop)) faults.add(`Tab omits ${nameOf(stop)}`)
    return [...faults].join("\n")
  }
  Object.assign(window, { focusFaults })
}

/** Presses Tab until the focus returns to its start, passing through the browser's own buttons. */
const tabThrough = async (page: Page, within: Locator, name: string): Promise<void> => {
  await within.evaluate(watchFocus)
  const isOut = () => page.evaluate(() => document.activeElement === document.body)
  let ends = (await isOut()) ? 1 : 0
  for (let pressed = 0; ends < 2; pressed++) {
    if (pressed > 150) throw new Error(`${name}: Tab comes to no end`)
    await page.keyboard.press("Tab")
    if (await isOut()) ends++
  }
  await page.keyboard.press("Shift+Tab")
  const faults = String(await page.evaluate(() => Reflect.get(window, "focusFaults")()))
  if (faults !== "") throw new Error(`${name}: ${faults}`)
}

const isIn = (element: Element): boolean => element.contains(document.activeElement)

/** Returns whether immediate typing goes into the dialog. A space would press a focused button. */
const takesTyping = (dialog: Element): boolean => {
  const inputs = "input, select, textarea"
  return (
    dialog.querySelector(`.dialog-body :is(${inputs})`) === null || document.activeElement?.matches(inputs) === true
  )
}

/** Opens an overlay with its button, tabs through it, and closes it with Escape. The focus moves in, stays, and returns. */
const tryOverlay = async (
  page: Page,
  { beside = false, button, isOnPhone = false, item, path }: Overlay
): Promise<void> => {
  const name = [path, button, item].join(", ")
  const opener = page
    .locator(isOnPhone ? "body" : "main")
    .getByRole("button", { name: button, exact: true })
    .first()
  const popover = page.locator("[popover]:popover-open")
  await opener.press("Enter")
  if (item !== undefined) {
    await until(() => popover.evaluate(isIn), `${name}: the focus goes into the menu`)
    const wanted = popover.getByRole("menuitem", { name: item }).or(popover.getByRole("button", { name: item }))
    const key = (await popover.getByRole("menu").count()) > 0 ? "ArrowDown" : "Tab"
    for (let pressed = 0; pressed < 12 && !(await wanted.evaluate(isIn)); pressed++) await page.keyboard.press(key)
    await page.keyboard.press("Enter")
  }
  const opened = beside ? popover : page.getByRole("dialog")
  await until(() => opened.evaluate(isIn), `${name}: the focus goes in`)
  if (!beside && !(await opened.evaluate(takesTyping))) throw new Error(`${name}: the focus is not in its form`)
  if (!beside) await tabThrough(page, opened, name)
  await page.keyboard.press("Escape")
  await opened.waitFor({ state: "detached" })
  await until(() => opener.evaluate(isIn), `${name}: the focus returns`, 5)
}
