import type { Page, Theme } from "./browser/Browser.ts"
import { type Api, at, numberAt, textAt, until } from "./Api.ts"
import { open } from "./Journey.ts"

/** A picture of the console that a page shows. */
interface Picture {
  readonly name: string
  readonly width?: number
  readonly height?: number
  readonly theme?: Theme
  /** Settings of its server. */
  readonly variables?: Readonly<Record<string, string>>
  /** Brings the page to where the picture is taken. */
  readonly show: (page: Page, api: Api) => Promise<void>
}

const choose = async (page: Page, label: string, typed: string): Promise<void> => {
  await page.getByRole("combobox", { name: label }).fill(typed)
  await page.getByRole("option", { name: typed }).first().click()
}

/** A broadcast is written: to whom, what, and how it looks to one of them. */
const compose: Picture["show"] = async (page, api) => {
  await open(page, api, "compose")
  await page.getByLabel("Name of the broadcast").fill("Spring check-ups")
  await choose(page, "Template", "appointment_reminder")
  await page.getByLabel("Sender").fill("493090180")
  await choose(page, "Add a segment", "Pro plan in Berlin")
  await page.getByText(/^\d+ recipients/).waitFor({ timeout: 60_000 })
  await choose(page, "Text, value 1: field", "First name")
  await page.getByLabel("What Text, value 2 is").selectOption({ label: "One text" })
  await page.getByLabel("Text, value 2: text").fill("9:30")
  await page.locator(".phone", { hasText: "9:30" }).waitFor({ timeout: 60_000 })
  await page.evaluate(() => window.scrollTo(0, 0))
}

/** A broadcast in the middle of being sent. */
const broadcast: Picture["show"] = async (page, api) => {
  const lists = at(await api.ask("GET", "/v1/contact-lists"), "contact_lists")
  const list = Array.isArray(lists) ? lists.find((one: unknown) => at(one, "name") === "Newsletter") : undefined
  const made = await api.ask("POST", "/broadcasts", {
    channel_type: "chatapp",
    name: "Spring check-ups",
    template_name: "appointment_reminder",
    from: "493090180",
    parameters: { body_order: ["name", "time"] },
    audience: {
      include: [{ contact_list_uuid: textAt(list, "uuid") }],
      parameters: { body: { name: { field: "first_name", fallback: "there" }, time: { value: "9:30" } } }
    }
  })
  const uuid = textAt(made, "uuid")
  await open(page, api, `broadcasts/${uuid}`)
  await until(async () => numberAt(await api.ask("GET", `/broadcasts/${uuid}`), "sent") > 1_800, "half is sent", 120)
  await page.waitForTimeout(1_500)
}

export const pictures: ReadonlyArray<Picture> = [
  { name: "contacts", show: (page, api) => open(page, api, "contacts") },
  { name: "compose", show: compose },
  { name: "broadcast", show: broadcast, variables: { ROLLCALL_SEND_RATE: "120" } },
  { name: "dark", theme: "dark", show: (page, api) => open(page, api, "broadcasts") }
]
