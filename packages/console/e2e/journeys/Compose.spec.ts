import { hostile } from "../Seed.ts"
import { type Api, at, numberAt, textAt } from "../Api.ts"
import { atRest, choose, expect, open, type Page, test } from "../Test.ts"

/** Estimates take longer on a busy machine. */
const patient = { timeout: 60_000 }

/** Lets the server accept one broadcast, and drops the response. */
const loseAnswer = (page: Page): Promise<unknown> =>
  page.route(
    ({ pathname }) => pathname === "/broadcasts",
    async (route) => {
      await route.fetch()
      await route.abort("aborted")
    },
    { times: 1 }
  )

test("A message to a segment is written, rejected for missing parts, corrected, and sent once.", async ({
  api,
  page
}) => {
  await open(page, "compose")
  await page.getByLabel("Name of the broadcast").fill(`Spring ${hostile}`)
  await page.getByRole("button", { name: "Check and send" }).click()
  await page.getByText("Choose a template.").waitFor()

  await choose(page, "Template", "appointment_reminder")
  await page.getByLabel("Sender").fill("493090180")
  await choose(page, "Add a segment", "Pro plan in Berlin")
  await page.getByText(/^\d+ recipients/).waitFor(patient)

  await choose(page, "Text, value 1: field", "First name")
  await page.getByLabel("Text, value 2: field").waitFor()
  await page.getByLabel("Source of Text, value 2").selectOption({ label: "Fixed text" })
  await page.getByLabel("Text, value 2: fixed text").fill(`*9:30* ${hostile}`)
  await page.locator(".phone strong", { hasText: "9:30" }).waitFor(patient)

  // A test message is sent to your own number, with the values of the previewed person.
  await page.getByRole("button", { name: "Send a test" }).click()
  await page.getByLabel("Your numbers").fill("+49 30 901820")
  await page.getByRole("button", { name: "Send the test" }).click()
  await page.getByText("Sending the test to 1 number.").waitFor()
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click()

  // Typed values survive a reload.
  await page.reload()
  await atRest(page)
  await expect(page.getByLabel("Sender")).toHaveValue("493090180")

  // A start time in the past is rejected; a later time is accepted.
  await page.getByLabel("Later").check()
  await page.getByLabel("Date and time").fill("2020-01-02T10:00")
  api.expect(400, "/broadcasts/validate")
  await page.getByRole("button", { name: "Check and send" }).click()
  await page.locator("[aria-invalid=true][type=datetime-local]").waitFor()
  await page.getByLabel("Now").check()

  await page.getByRole("button", { name: "Check and send" }).click()
  const send = page.getByRole("button", { name: /^Send to \d+ recipient/ })
  await loseAnswer(page)
  await send.dblclick()
  await page.getByText("nobody gets the message twice").waitFor(patient)
  await send.dblclick()
  await page.waitForURL(/broadcasts\/[0-9a-f-]{36}$/)
  const uuid = page.url().slice(-36)
  const details = () => api.ask("GET", `/broadcasts/${uuid}`)
  await expect.poll(async () => at(await details(), "status"), { timeout: 30_000 }).toBe("completed")
  expect(numberAt(await details(), "recipients")).toBeGreaterThan(0)
  expect((await namesOf(api)).filter((name) => name.startsWith("Spring"))).toHaveLength(1)

  // A duplicate has the same message and segment, and excludes the earlier recipients.
  await page.getByRole("link", { name: "Duplicate" }).click()
  await page.getByText("Pro plan in Berlin").waitFor()
  await page.locator(".phone strong", { hasText: "9:30" }).waitFor(patient)
  await choose(page, "Exclude recipients of a broadcast", "Spring")
  await page.locator(".compose-reasons", { hasText: "Excluded" }).waitFor(patient)
  await page.getByRole("region", { name: "Included" }).getByRole("button", { name: "Add a search" }).click()
  await page.getByRole("dialog").getByRole("textbox").first().fill("person17@example.org")
  await page.getByRole("button", { name: "Use this search" }).click()
  await page.locator(".compose-part", { hasText: "person17@example.org" }).waitFor()
})

const namesOf = async (api: Api): Promise<ReadonlyArray<string>> => {
  const found = at(await api.ask("GET", "/broadcasts?limit=100"), "broadcasts")
  return Array.isArray(found) ? found.map((broadcast) => textAt(broadcast, "name")) : []
}
