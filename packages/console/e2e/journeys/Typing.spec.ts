import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Api, at, textAt, until } from "../Api.ts"
import { expect, open, type Page, test } from "../Test.ts"

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true })
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true })
const inDialog = (page: Page, name: string) => page.getByRole("dialog").getByLabel(name, { exact: true })
const kept = (page: Page) => page.getByText("Not saved. What you typed is kept until you close this tab.")
const restored = (page: Page) => page.getByText("Your unsaved changes are restored.")

const same = async (found: unknown, expected: unknown, what: string): Promise<void> =>
  expect(await found, what).toEqual(expected)

/** Holds requests to a path until they are released, and counts them. */
const hold = async (page: Page, path: string) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = { count: 0, release: resolve }
  await page.route(path, async (route) => {
    if (route.request().method() !== "GET") {
      held.count++
      await promise
    }
    await route.continue()
  })
  return held
}

const notesOf = async ({ ask }: Api, contact: string): Promise<ReadonlyArray<unknown>> => {
  const notes = at(await ask("GET", `/v1/contacts/${contact}/notes`), "notes")
  return Array.isArray(notes) ? notes.map((note: unknown) => at(note, "content", "text")) : []
}

const newContact = async ({ ask }: Api): Promise<string> =>
  textAt(await ask("POST", "/v1/contacts", { first_name: "Mary", email: `mary${Math.random()}@example.org` }), "uuid")

/** The dialogs with a form, each with the button that opens it and its first field. */
const forms = [
  ["contacts", ["Create contact"], "First name"],
  ["contacts?q=ada", ["Segments", "Save as a segment…"], "Name"],
  ["lists", ["New list"], "Name"],
  ["fields", ["New field"], "Name"],
  ["webhooks", ["New webhook"], "URL"],
  ["tokens", ["New token"], "Name"]
] as const

test("a dialog accepts typing from the first letter", async ({ page }) => {
  for (const [path, buttons, name] of forms) {
    await open(page, path)
    for (const one of buttons) await button(page, one).first().press("Enter")
    await page.getByRole("dialog").waitFor()
    await page.keyboard.type("Agreed in May")
    await same(inDialog(page, name).inputValue(), "Agreed in May", `${path}, ${name}`)
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
  }
})

test("a closed dialog keeps the typed text, and shows that it does", async ({ page }) => {
  await open(page, "contacts?q=ada")
  await button(page, "Segments").click()
  await button(page, "Save as a segment…").click()
  await inDialog(page, "Name").fill("All Adas")
  await page.mouse.click(5, 5)
  await page.keyboard.press("Escape")
  await kept(page).waitFor()
  await button(page, "Segments").click()
  await button(page, "Save as a segment…").click()
  await restored(page).waitFor()
  await same(inDialog(page, "Name").inputValue(), "All Adas", "the name of the segment")
  await button(page, "Cancel").click()
})

test("a note is stored once, and its form is then empty", async ({ api, page }) => {
  const contact = await newContact(api)
  await open(page, `contacts/${contact}?tab=notes`)
  await page.getByLabel("Note", { exact: true }).fill("Called back.")
  await button(page, "Add the note").dblclick()
  await page.getByText("The note is saved.").waitFor()
  await page.getByRole("listitem").getByText("Called back.").waitFor()
  await same(page.getByLabel("Note", { exact: true }).inputValue(), "", "the box after the note was saved")
  await same(notesOf(api, contact), ["Called back."], "the notes")
})

test("text typed while a note is sent stays", async ({ api, page }) => {
  const contact = await newContact(api)
  await open(page, `contacts/${contact}?tab=notes`)
  const held = await hold(page, "**/notes")
  const box = page.getByLabel("Note", { exact: true })
  await box.fill("One.")
  await button(page, "Add the note").click()
  await box.fill("One. Two.")
  held.release()
  await page.getByText("The note is saved.").waitFor()
  await same(box.inputValue(), "One. Two.", "what was typed meanwhile")
  await same(notesOf(api, contact), ["One."], "the notes")
  await box.fill("")
})

test("a form that is being sent is not sent again, even if it is closed and reopened", async ({ page }) => {
  await open(page, "lists")
  await button(page, "New list").click()
  await inDialog(page, "Name").fill("Slow")
  const held = await hold(page, "**/v1/contact-lists")
  await button(page, "Create the list").click()
  await page.keyboard.press("Escape")
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await button(page, "New list").click()
  await button(page, "Create the list").click()
  await page.keyboard.press("Enter")
  held.release()
  await page.getByRole("heading", { name: "Slow" }).waitFor()
  await same(held.count, 1, "how often it was sent")
})

test("typing replaces the field of a condition", async ({ page }) => {
  await open(page, "contacts")
  await button(page, "Filter").click()
  await button(page, "Condition").click()
  const chosen = page.getByRole("combobox", { name: "Field", exact: true })
  await chosen.click()
  await page.keyboard.type("Points")
  await same(chosen.inputValue(), "Points", "the field after typing")
  await page.keyboard.press("Enter")
  await page.keyboard.type("City")
  await same(chosen.inputValue(), "City", "the field after typing again")
  // Typing the whole name and moving on selects the option.
  await page.keyboard.press("Tab")
  await page.getByRole("textbox", { name: "City: value" }).fill("Berl")
  await chosen.click()
  await page.keyboard.type("last name")
  await page.keyboard.press("Enter")
  await same(page.getByRole("textbox", { name: "Last name: value" }).inputValue(), "Berl", "the value")
})

test("text typed to find a list can name a new list", async ({ page }) => {
  await open(page, "contacts")
  await page.locator("tbody tr").first().press("Space")
  await button(page, "Add to list").click()
  await page.keyboard.type("Bremen VIP")
  await page.keyboard.press("Enter")
  await same(inDialog(page, "Name of the list").inputValue(), "Bremen VIP", "the name of the new list")
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
})

test("a file, its columns and options stay while another view is shown", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-typing-"))
  const fileOf = (name: string, email: string) => {
    writeFileSync(join(folder, name), `Mail;Ort\n${email};Ulm`)
    return join(folder, name)
  }
  const files = page.locator("input[type=file]")
  const columns = () => Promise.all(["Mail", "Ort"].map((name) => page.getByLabel(`Field for ${name}`).inputValue()))
  try {
    await open(page, "import")
    await files.setInputFiles(fileOf("may.csv", "may@example.org"))
    await page.getByLabel("Field for Ort").selectOption("City")
    await page.getByLabel("Rows", { exact: true }).selectOption({ index: 1 })
    await button(page, "Dry run").click()
    await page.getByRole("heading", { name: "Dry run result" }).waitFor()
    const isTaken = await page.evaluate(() =>
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true }))
    )
    await same(isTaken, false, "whether the browser opens a file that is dropped next to the box")
    const before = await columns()
    await link(page, "Custom fields").click()
    await page.getByRole("heading", { level: 1, name: "Custom fields" }).waitFor()
    await link(page, "Import").click()
    await page.getByText("may.csv").first().waitFor()
    await same(columns(), before, "the columns")
    await same(page.getByLabel("Rows", { exact: true }).inputValue(), "create", "what rows do")
    await page.getByRole("heading", { name: "Dry run result" }).waitFor()
    const asked = page.waitForEvent("dialog")
    await page.reload()
    await same((await asked).type(), "beforeunload", "the question before the page is left")
    await page.getByText("Your columns and options for may.csv are kept.").waitFor()
    await files.setInputFiles(fileOf("june.csv", "june@example.org"))
    await page.getByText("This file has the same columns as may.csv,").waitFor()
    await same(columns(), before, "the columns of another file")
    await button(page, "Start the import").click()
    await page.getByText("The import is complete.").waitFor()
    await button(page, "Import another file").click()
    await button(page, "Dry run").waitFor({ state: "detached" })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test("unsaved settings are marked, and leaving asks about them", async ({ page }) => {
  await open(page, "settings")
  await page.getByLabel("Limit how often contacts get marketing").check()
  await page.getByRole("spinbutton", { name: "Messages" }).fill("5")
  await link(page, "Contacts").click()
  await kept(page).waitFor()
  await link(page, "Go back").click()
  await page.getByText("Unsaved changes restored").waitFor()
  await same(page.getByRole("spinbutton", { name: "Messages" }).inputValue(), "5", "the messages")
  const asked = page.waitForEvent("dialog")
  await page.reload()
  await same((await asked).type(), "beforeunload", "the question before the page is left")
  await button(page, "Discard the changes").click()
  let questions = 0
  const count = () => void questions++
  page.on("dialog", count)
  await page.reload()
  page.off("dialog", count)
  await same(questions, 0, "questions where nothing is typed")
})

test("a draft can be restored after Start over and after another broadcast was written again", async ({
  api,
  page
}) => {
  await open(page, "compose")
  await page.getByLabel("Name of the broadcast").fill("Spring check-ups")
  await button(page, "Start over").click()
  await same(page.getByLabel("Name of the broadcast").inputValue(), "", "the name after it was cleared")
  await button(page, "Undo").click()
  await same(page.getByLabel("Name of the broadcast").inputValue(), "Spring check-ups", "the name")
  const earlier = textAt(await api.ask("GET", "/broadcasts?status=completed&limit=1"), "broadcasts", 0, "uuid")
  await open(page, `compose?again=${earlier}`)
  await page.getByText("This replaced your earlier draft.").waitFor()
  await button(page, "Undo").click()
  await same(page.getByLabel("Name of the broadcast").inputValue(), "Spring check-ups", "the name after writing again")
  await button(page, "Start over").click()
})

test("a button that leaves a broadcast unchanged is not called Cancel", async ({ api, page }) => {
  const broadcasts = at(await api.ask("GET", "/broadcasts?status=scheduled&limit=1"), "broadcasts")
  await open(page, `broadcasts/${textAt(broadcasts, 0, "uuid")}`)
  await button(page, "Cancel the broadcast").click()
  await button(page, "Keep the broadcast").click()
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await until(async () => (await button(page, "Cancel the broadcast").count()) === 1, "it is not cancelled", 5)
})
