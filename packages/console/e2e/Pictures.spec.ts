import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { at, numberAt, textAt } from "./Api.ts"
import { smallPng } from "./SmallPng.ts"
import { choose, expect, open, type Page, test } from "./Test.ts"

// `npm run screenshots` takes the console screenshots in `docs/pictures`. The people in them are made up.
test.use({ viewport: { width: 1280, height: 800 } })

const keep = async (page: Page, name: string): Promise<void> => {
  const picture = smallPng(await page.screenshot({ animations: "disabled", caret: "hide" }))
  writeFileSync(join(import.meta.dirname, `../../../docs/pictures/console-${name}.png`), picture)
}

test("contacts", async ({ page }) => {
  await open(page, "contacts")
  await keep(page, "contacts")
})

test("a broadcast is written: its audience, its message, and a preview for one contact", async ({ page }) => {
  await open(page, "compose")
  await page.getByLabel("Name of the broadcast").fill("Spring check-ups")
  await choose(page, "Template", "appointment_reminder")
  await page.getByLabel("Sender").fill("493090180")
  await choose(page, "Add a segment", "Pro plan in Berlin")
  await page.getByText(/^\d+ recipients/).waitFor({ timeout: 60_000 })
  await choose(page, "Text, value 1: field", "First name")
  await page.getByLabel("Source of Text, value 2").selectOption({ label: "Fixed text" })
  await page.getByLabel("Text, value 2: fixed text").fill("9:30")
  await page.locator(".phone", { hasText: "9:30" }).waitFor({ timeout: 60_000 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await keep(page, "compose")
})

test.describe("a broadcast while it is sent", () => {
  test.use({ variables: { ROLLCALL_SEND_RATE: "120" } })

  test("broadcast", async ({ api, page }) => {
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
    await open(page, `broadcasts/${uuid}`)
    const sent = async () => numberAt(await api.ask("GET", `/broadcasts/${uuid}`), "sent")
    await expect.poll(sent, { timeout: 120_000 }).toBeGreaterThan(1_800)
    await page.waitForTimeout(1_500)
    await keep(page, "broadcast")
  })
})

test.describe("dark color scheme", () => {
  test.use({ colorScheme: "dark" })

  test("broadcasts", async ({ page }) => {
    await open(page, "broadcasts")
    await keep(page, "dark")
  })
})
