import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { workbookOf } from "@rollcall/testing/workbooks"
import { type Api, at, numberAt } from "../Api.ts"
import { obstacles } from "../Measures.ts"
import { expect, open, type Page, test } from "../Test.ts"

const main = join(import.meta.dirname, "../../../cli/src/main.js")

/** A file as a shop's spreadsheet saves it: in Windows-1252, with German dates and decimals, and with mistakes. */
const messy = [
  "Vorname;Nachname;E-Mail;Handy;Birthday;Umsatz;Bemerkung",
  'Jürgen;Weiß;juergen@shop.example;+49 151 1234567;24.12.1980;1.234,50;=HYPERLINK("http://x")',
  "Zoë;Müller;zoe@shop.example;+49 151 7654321;1.2.1990;99,90;+1+1",
  "Jürgen;Weiss;JUERGEN@shop.example;;24.12.1980;2,5;zweimal",
  "<img src=x onerror=alert(1)>;Böse;boese@shop.example;4,91512E+12;31.02.1999;viel;schlecht",
  "Anna;Groß;keine;030 901820;13.5.1971;1.000;",
  "Uwe;Ohne;;;;;nichts"
].join("\r\n")

test("A messy file is imported, its failed rows are corrected and imported too; a large import continues after a reload.", async ({
  api,
  page
}) => {
  await api.ask("POST", "/v1/custom-fields", { name: "Umsatz", field_type: "number:decimal" })
  const folder = mkdtempSync(join(tmpdir(), "rollcall-import-"))
  try {
    await importMessy(page, api, folder)
    await importInterrupted(page, api, folder)
    await importWorkbook(page, api, folder)
    await importOptions(page, api, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

const importMessy = async (page: Page, api: Api, folder: string) => {
  const file = join(folder, "kunden <img src=x onerror=alert(1)>.csv")
  writeFileSync(file, Buffer.from(messy, "latin1"))
  await open(page, "import")
  await page.locator("input[type=file]").setInputFiles(file)
  await same(page.getByLabel("Encoding").inputValue(), "windows-1252", "the encoding")
  const [likely] = await page.getByLabel("Encoding").locator("option").allTextContents()
  await same(Promise.resolve(likely), 'windows-1252 reads "Jürgen"', "the encoding that is offered first")
  await same(page.getByLabel("Separator").inputValue(), ";", "the delimiter")
  const preview = page.getByRole("table", { name: "The first rows as they will be stored" })
  for (const stored of ["1234.5", "1980-12-24", "Weiß", "<img src=x onerror=alert(1)>"]) {
    await preview.getByText(stored, { exact: true }).first().waitFor()
  }
  await preview.getByText("is a number that a spreadsheet has rounded").waitFor()

  const matchOn = page.getByLabel("Match contacts by")
  await page.getByText("1 of 5 e-mail addresses can't be read; 1 is on several rows.").waitFor()
  await same(matchOn.inputValue(), "", "what rows are matched on where the values of every field are doubtful")
  await matchOn.selectOption({ label: "E-mail" })
  await page.getByText("An invalid value, such as n/a, matches nobody").waitFor()
  await page.getByRole("button", { name: "Dry run" }).click()
  await page.getByRole("heading", { name: "Dry run result" }).waitFor()
  await page.getByText("must be a date YYYY-MM-DD").waitFor()
  await page.setViewportSize({ width: 800, height: 900 })
  await same(brokenWords(page), [], "words that are broken")
  await page.setViewportSize({ width: 1440, height: 900 })
  await same(obstacles(page, ["minor", "moderate", "serious", "critical"]), [], "what hinders readers")
  const would = await countsOf(page)
  const said = await commandLine(api, file, folder)
  await same(Promise.resolve(would), said.counts, "what would happen, and what the command line says of it")
  const lines = await linesOf(page)
  await same(Promise.resolve(lines), said.lines, "what there is to know about rows, here and there")

  const before = await total(api)
  await page.getByRole("button", { name: "Start the import" }).click()
  await page.getByText("The import is complete.").waitFor()
  await same(countsOf(page), would, "what happened, and what would")
  await same(total(api), before + 3, "the contacts")
  await same(storedOf(api, "juergen@shop.example"), ["Weiss", "1980-12-24", 2.5], "a contact that two rows gave")

  const [failed] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download failed rows" }).click()
  ])
  const mended = join(folder, "mended.csv")
  const text = readFileSync(await failed.path(), "utf8")
  await same(Promise.resolve(text.includes("must be a date YYYY-MM-DD")), true, "the reason in the file")
  writeFileSync(
    mended,
    text.replace("31.02.1999", "28.02.1999").replace("viel", "7,5").replace("Ohne;", "Ohne;uwe@shop.example")
  )
  await page.getByRole("button", { name: "Import another file" }).click()
  await page.locator("input[type=file]").setInputFiles(mended)
  await page.getByText("2 e-mail addresses can be read, no two are the same.").waitFor()
  await same(page.getByLabel("Match contacts by").inputValue(), "email", "what mended rows are matched on")
  await page.getByRole("button", { name: "Start the import" }).click()
  await page.getByText("The import is complete.").waitFor()
  await same(countsOf(page), { created: 2, updated: 0, unchanged: 0, skipped: 0, failed: 0 }, "the mended rows")
  await same(storedOf(api, "boese@shop.example"), ["Böse", "1999-02-28", 7.5], "a mended contact")
  await same(total(api), before + 5, "the contacts after mending")
  await page.getByRole("button", { name: "Import another file" }).click()
}

/** A workbook without names of columns, whose first row is a contact. */
const importWorkbook = async (page: Page, api: Api, folder: string) => {
  const file = join(folder, "people.xlsx")
  writeFileSync(file, workbookOf([["ada@book.example", "+49 151 7654399"]]))
  const before = await total(api)
  await page.locator("input[type=file]").setInputFiles(file)
  await same(page.getByLabel("First row").inputValue(), "values", "what the first row has")
  await same(page.getByLabel("Field for A").inputValue(), "email", "what the first column gives")
  await page.getByRole("button", { name: "Start the import" }).click()
  await page.getByText("The import is complete.").waitFor()
  await same(total(api), before + 1, "the contacts of a workbook")
}

/** A file with options that the field lacks: one is mapped, one is added, and one is left out. */
const importOptions = async (page: Page, api: Api, folder: string) => {
  await api.ask("POST", "/v1/custom-fields", { name: "Size", field_type: "select", select_options: ["Small", "Large"] })
  const file = join(folder, "sizes.csv")
  writeFileSync(file, "email,Size\na@size.example,Klein\nb@size.example,XL\nc@size.example,?\nd@size.example,large\n")
  await page.getByRole("button", { name: "Import another file" }).click()
  await page.reload()
  await page.locator("input[type=file]").setInputFiles(file)
  await page.getByLabel("Option of Size for Klein").selectOption("Small")
  await page.getByLabel("Option of Size for ?").selectOption("Left out")
  await same(obstacles(page, ["minor", "moderate", "serious", "critical"]), [], "what hinders readers of options")
  await page.getByRole("button", { name: "Add 1 option to Size" }).click()
  await page.getByLabel("Option of Size for XL").waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Start the import" }).click()
  await page.getByText("The import is complete.").waitFor()
  const sizes = ["a", "b", "c", "d"].map(async (name) =>
    at(await contactOf(api, `${name}@size.example`), "custom_fields", "size")
  )
  await same(Promise.all(sizes), ["small", "xl", undefined, "large"], "the options of contacts")
}

/** The answer to one request is lost, and the page is loaded again while it waits for that to another. */
const importInterrupted = async (page: Page, api: Api, folder: string) => {
  const count = 3_500
  const file = join(folder, "large.csv")
  const rows = Array.from({ length: count }, (_, index) => `large${index}@shop.example,Ada`)
  writeFileSync(file, ["email,first_name", ...rows].join("\n"))
  const before = await total(api)
  let requests = 0
  await page.route("**/v1/contacts/bulk", async (route) => {
    requests++
    if (requests === 2) {
      await route.fetch()
      await route.abort("aborted")
    } else if (requests === 4) await page.reload()
    else await route.continue()
  })
  await page.locator("input[type=file]").setInputFiles(file)
  await page.getByRole("button", { name: "Start the import" }).click()
  await page.getByText("An import of large.csv was interrupted").waitFor()
  await page.locator("input[type=file]").setInputFiles(file)
  await page.getByRole("button", { name: "Continue", exact: true }).click()
  await page.getByText("The import is complete.").waitFor()
  await page.unroute("**/v1/contacts/bulk")
  await same(total(api), before + count, "the contacts of a file that was interrupted")
  await page.getByRole("link", { name: "Earlier imports" }).click()
  await page.getByRole("button", { name: "Undo the import of large.csv" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Undo the import" }).click()
  await page.getByText("The import is undone.").waitFor({ timeout: 60_000 })
  await same(total(api), before, "the contacts once the file is undone")
  await page.getByRole("link", { name: "Import", exact: true }).first().click()
  await page.getByRole("button", { name: "Import another file" }).click()
}

const outcomes = ["created", "updated", "unchanged", "skipped", "failed"] as const

/** Returns the counts that the page shows last. */
const countsOf = async (page: Page): Promise<unknown> => {
  const shown = await page.locator(".import-counts").last().locator("dd").allTextContents()
  return Object.fromEntries(outcomes.map((outcome, index) => [outcome, Number(shown[index]?.replace(/\D/g, ""))]))
}

/** Returns the one-word cells that wrap onto more than one line. */
const brokenWords = (page: Page): Promise<ReadonlyArray<string>> =>
  page.locator("tbody td").evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const word = document.createRange()
      let text: Node = cell
      while (text.lastChild !== null) text = text.lastChild
      word.selectNodeContents(text)
      return /^[\w,]+$/.test(cell.textContent ?? "") && word.getClientRects().length > 1 ? [cell.textContent] : []
    })
  )

/** Returns the page's messages about rows, from all of its tabs. */
const linesOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  const lines: Array<string> = []
  for (const tab of await page.getByRole("tab").all()) {
    await tab.click()
    for (const row of await page
      .getByRole("table", { name: /Rows with messages/ })
      .locator("tbody tr")
      .all()) {
      const [number = "", , message = ""] = await row.locator("td").allTextContents()
      lines.push(`${number}: ${message}`)
    }
  }
  return lines.sort()
}

/** Returns the output of a dry run on the command line. */
const commandLine = async ({ token, url }: Api, file: string, folder: string) => {
  const report = join(folder, "report.csv")
  const flags = ["--dry-run", "--json", "--match-on", "email", "--encoding", "windows-1252", "--delimiter", ";"]
  const printed = await new Promise<string>((resolve, reject) => {
    const command = ["--conditions=rollcall-source", main, "contacts", "import", file, ...flags, "--report", report]
    execFile(process.execPath, [...command, "--url", url, "--token", token], (error, stdout, stderr) => {
      // The exit code is 1 if rows failed.
      if (error === null || error.code === 1) resolve(stdout)
      else reject(new Error(stderr))
    })
  })
  const summary: unknown = JSON.parse(printed)
  const [, ...rows] = readFileSync(report, "utf8").trim().split("\n")
  const lines = rows.map((row) => {
    const [, number = "", message = ""] = /^(\d+),\w+,\w+,\w*,(.*)$/.exec(row) ?? []
    return `${number}: ${message.replace(/^"(.*)"$/, "$1").replaceAll('""', '"')}`
  })
  return {
    counts: Object.fromEntries(outcomes.map((outcome) => [outcome, at(summary, outcome)])),
    lines: lines.sort()
  }
}

const total = async ({ ask }: Api): Promise<number> =>
  numberAt(await ask("POST", "/v1/contacts/search?limit=1", {}), "pagination", "total")

/** Returns the stored contact with an email address. */
const contactOf = async ({ ask }: Api, email: string): Promise<unknown> => {
  const search = { advanced_search: [{ field: "email", operator: "equals", value: email }] }
  return at(await ask("POST", "/v1/contacts/search", search), "contacts", 0)
}

const storedOf = async (api: Api, email: string): Promise<unknown> => {
  const contact = await contactOf(api, email)
  return [at(contact, "last_name"), at(contact, "custom_fields", "birthday"), at(contact, "custom_fields", "umsatz")]
}

const same = async (found: unknown, expected: unknown, what: string): Promise<void> =>
  expect(await found, what).toEqual(expected)
