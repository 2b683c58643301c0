import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { choose, expect, open, test } from "../Test.ts"

// Starts with an empty server and its token.
test.use({ isOnEmptyDatabase: true })

const people = 25

test("A new user imports a list and sends a broadcast to it, using only the console.", async ({ api, page }) => {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-first-"))
  try {
    await open(page, "")
    await page.getByRole("heading", { name: "Send your first broadcast" }).waitFor()

    await page.getByRole("link", { name: "Lists" }).first().click()
    await page.getByRole("button", { name: "New list" }).first().click()
    await page.getByRole("dialog").getByLabel("Name").fill("Patients")
    await page.getByRole("dialog").getByLabel("Name").press("Enter")
    await page.getByRole("heading", { level: 1, name: "Patients" }).waitFor()

    await page.getByRole("link", { name: "Overview" }).click()
    await page.getByRole("link", { name: "Import a file" }).click()
    const file = join(folder, "patients.csv")
    const rows = Array.from({ length: people }, (_, index) => `Ada,Person ${index},+49 30 9018${2_000 + index}`)
    writeFileSync(file, ["First name,Last name,Phone", ...rows].join("\n"))
    await page.locator("input[type=file]").setInputFiles(file)
    await page.getByLabel("Match contacts by").selectOption({ label: "Phone number" })
    await page.getByLabel("Add to a list").selectOption({ label: "Patients" })
    await page.getByRole("button", { name: "Start the import" }).click()
    await page.getByText("The import is complete.").waitFor()

    await page.getByRole("link", { name: "Overview" }).click()
    await page.getByRole("link", { name: "Compose" }).last().click()
    await page.getByLabel("Name of the broadcast").fill("First")
    await choose(page, "Template", "appointment_reminder")
    await page.getByLabel("Sender").fill("493090180")
    await choose(page, "Add a list", "Patients")
    await page.getByText(`${people} recipients`).first().waitFor()
    await choose(page, "Text, value 1: field", "First name")
    await page.getByLabel("Source of Text, value 2").selectOption({ label: "Fixed text" })
    await page.getByLabel("Text, value 2: fixed text").fill("9:30")
    await page.locator(".phone", { hasText: "Ada" }).waitFor()
    await page.getByRole("button", { name: "Check and send" }).click()
    await page.getByRole("button", { name: `Send to ${people} recipients` }).click()

    await page.getByRole("heading", { level: 1, name: "First" }).waitFor()
    await page.getByText("Completed", { exact: true }).first().waitFor({ timeout: 60_000 })
    const uuid = new URL(page.url()).pathname.split("/").at(-1) ?? ""
    await expect.poll(() => api.ask("GET", `/broadcasts/${uuid}`)).toMatchObject({ sent: people, status: "completed" })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
