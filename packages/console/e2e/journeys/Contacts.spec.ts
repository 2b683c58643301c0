import { type Api, at, numberAt } from "../Api.ts"
import { atRest, expect, type JourneyApi, open, type Page, test } from "../Test.ts"
import { hostile, seeded } from "../Seed.ts"

const filtered = {
  all: [
    ["city", "equals", "Berlin"],
    ["points", "range", ["100", "400"]],
    {
      any: [
        ["plan", "equals", "pro"],
        ["birthday", "contains", "-04-02"]
      ]
    }
  ]
}

/** Returns the path of the contacts view with filters, as the page writes it. */
const pathWith = (filters: unknown): string => `contacts?filters=${encodeURIComponent(JSON.stringify(filters))}`

test("A user filters thousands of contacts with every kind of filter, using only the keyboard; contact data is shown as text.", async ({
  api,
  page
}) => {
  await compareCounts(page, api)
  await buildByKeyboard(page, api)
  await walkRows(page)
  await keepSegment(page, api)
  await chooseAll(page, api)
  await readHostileNames(page, api)
  await createContact(page, api)
})

interface Compared {
  readonly filters: unknown
  /** The same filters in the API's format. */
  readonly items: ReadonlyArray<unknown>
}

const condition = (field: string, operator: string, value?: unknown, data_type?: string) => ({
  field,
  operator,
  ...(value !== undefined && { value }),
  ...(data_type !== undefined && { data_type })
})

const compared: ReadonlyArray<Compared> = [
  { filters: { all: [["city", "equals", "Berlin"]] }, items: [condition("city", "equals", "Berlin")] },
  { filters: { all: [["email", "not_exists"]] }, items: [condition("email", "not_exists")] },
  { filters: { all: [["first_name", "starts_with", "m"]] }, items: [condition("first_name", "starts_with", "m")] },
  { filters: { all: [["phone_number", "ends_with", "1"]] }, items: [condition("phone_number", "ends_with", "1")] },
  { filters: { all: [["last_name", "not_contains", "o"]] }, items: [condition("last_name", "not_contains", "o")] },
  { filters: { all: [["points", "gte", "250"]] }, items: [condition("points", "gte", 250, "long")] },
  { filters: { all: [["points", "lt", "10"]] }, items: [condition("points", "lt", 10, "long")] },
  { filters: { all: [["birthday", "gt", "1990-06-30"]] }, items: [condition("birthday", "gt", "1990-06-30", "date")] },
  {
    filters: { all: [["newsletter", "equals", "false"]] },
    items: [condition("newsletter", "equals", false, "boolean")]
  },
  {
    filters: filtered,
    items: [
      condition("city", "equals", "Berlin"),
      condition("points", "range", [100, 400], "long"),
      { any: [condition("plan", "equals", "pro"), condition("birthday", "contains", "-04-02", "date")] }
    ]
  },
  {
    filters: {
      none: [
        ["city", "not_equals", "Köln"],
        ["points", "lte", "50"]
      ]
    },
    items: [{ not: { any: [condition("city", "not_equals", "Köln"), condition("points", "lte", 50, "long")] } }]
  }
]

/** Checks that the page finds the same contacts as the API for every operator: some, but not all. */
const compareCounts = async (page: Page, api: Api): Promise<void> => {
  for (const { filters, items } of compared) {
    const expected = await totalOf(api, { advanced_search: items })
    expect([0, seeded], JSON.stringify(items)).not.toContain(expected)
    await open(page, pathWith(filters))
    await countIs(page, expected)
  }
}

const totalOf = async (api: Api, body: unknown): Promise<number> =>
  numberAt(await api.ask("POST", "/v1/contacts/search?limit=1", body), "pagination", "total")

const countIs = async (page: Page, expected: number): Promise<void> => {
  const text = `${expected.toLocaleString("en")} ${expected === 1 ? "contact" : "contacts"}`
  await page.locator("h1 + *", { hasText: new RegExp(`^${text}$`) }).waitFor()
}

/** Builds a filter by keyboard, then undoes and redoes it with back and forward. */
const buildByKeyboard = async (page: Page, api: Api): Promise<void> => {
  await open(page, "contacts")
  await countIs(page, seeded)
  await page.getByRole("button", { name: "Filter" }).focus()
  await page.keyboard.press("Enter")
  await tabTo(page, "Condition")
  await page.keyboard.press("Enter")
  await tabTo(page, "Field", "Shift+Tab")
  await page.keyboard.type("poin")
  await page.keyboard.press("Enter")
  await tabTo(page, "Comparison")
  await page.keyboard.type("is at least")
  await tabTo(page, "Points: value")
  await page.keyboard.type("450")
  const expected = await totalOf(api, { advanced_search: [condition("points", "gte", 450, "long")] })
  await countIs(page, expected)

  await page.getByRole("searchbox").focus()
  await page.keyboard.type("ada")
  const fewer = await totalOf(api, {
    search_term: "ada",
    advanced_search: [condition("points", "gte", 450, "long")]
  })
  await countIs(page, fewer)
  await page.goBack()
  await countIs(page, expected)
  await page.goForward()
  await countIs(page, fewer)
  await page.reload()
  await countIs(page, fewer)
}

/** Presses Tab until an element with this name has the focus. */
const tabTo = async (page: Page, name: string, key = "Tab"): Promise<void> => {
  for (let pressed = 0; pressed < 30; pressed++) {
    await page.keyboard.press(key)
    const focused = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent ?? ""
    })
    if (focused.trim() === name) return
  }
  throw new Error(`${key} does not come to ${name}`)
}

/** Reaches and selects rows by keyboard, including rows that were loaded later. */
const walkRows = async (page: Page): Promise<void> => {
  await page.goto(page.url().replace(/\?.*/, ""), { waitUntil: "load" })
  await countIs(page, seeded)
  await page.locator("tbody tr[tabindex='0']").focus()
  const rowAt = () => page.evaluate(() => Number(document.activeElement?.getAttribute("aria-rowindex")))
  for (const last of [101, 201]) {
    await page.locator(`tbody tr[aria-rowindex="${await rowAt()}"]:focus`).waitFor()
    await page.waitForFunction(() => document.querySelectorAll("tbody tr").length > 10)
    for (let tries = 0; (await rowAt()) < last && tries < 100; tries++) {
      await page.keyboard.press("End")
      await page.waitForTimeout(50)
    }
    expect(await rowAt(), "the row that End comes to").toBeGreaterThanOrEqual(last)
  }
  await page.keyboard.press("Space")
  await page.keyboard.press("Home")
  expect(await rowAt(), "the row that Home comes to").toBe(2)
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Space")
  await page.getByText("2 chosen").waitFor()
}

/** Saves the filters as a segment, then loads, changes and saves it again. */
const keepSegment = async (page: Page, api: Api): Promise<void> => {
  await open(page, pathWith({ all: [["city", "equals", "Dresden"]] }))
  await page.getByRole("button", { name: "Segments" }).click()
  await page.getByRole("button", { name: "Save as a segment…" }).click()
  await page.getByRole("textbox", { name: "Name" }).fill(hostile)
  await page.keyboard.press("Enter")
  await page.getByText("The segment is saved").waitFor()
  await page.getByRole("textbox", { name: "City: value" }).fill("Bremen")
  await page.getByText("Changed", { exact: true }).waitFor()
  await page.getByRole("button", { name: hostile }).click()
  await page.getByRole("button", { name: /^Save the changes/ }).click()
  await page.getByText("Changed", { exact: true }).waitFor({ state: "detached" })

  await page.getByRole("link", { name: "Segments" }).click()
  await page.getByRole("link", { name: hostile }).click()
  const search = { advanced_search: [condition("city", "equals", "Bremen")] }
  await countIs(page, await totalOf(api, search))
}

/** Adds all found contacts to a new list, and archives two of them. */
const chooseAll = async (page: Page, api: Api): Promise<void> => {
  const search = { advanced_search: [condition("city", "equals", "Bremen")] }
  const found = await totalOf(api, search)
  await page.getByRole("checkbox", { name: "Select all loaded contacts" }).check()
  await page.getByRole("button", { name: /^Select all/ }).click()
  await page.getByText(`${found} chosen`).waitFor()
  await page.getByRole("button", { name: "Add to list" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: "Add to list" }).click()
  await dialog.getByText("Choose a list.").first().waitFor()
  await dialog.getByRole("combobox", { name: "List" }).click()
  await page.getByRole("option", { name: "New list…" }).click()
  await dialog.getByRole("textbox", { name: "Name of the list" }).fill("From Bremen")
  await dialog.getByRole("button", { name: "Add to list" }).click()
  await dialog.waitFor({ state: "detached" })
  const lists = await api.ask("GET", "/v1/contact-lists?search=From%20Bremen")
  expect(numberAt(lists, "contact_lists", 0, "count"), "contacts on the list").toBe(found)

  await page
    .getByRole("checkbox", { name: /^Choose / })
    .nth(1)
    .check()
  await page
    .getByRole("checkbox", { name: /^Choose / })
    .nth(2)
    .check()
  await page.getByRole("button", { name: "Archive" }).click()
  await dialog.getByRole("button", { name: "Archive" }).click()
  await countIs(page, found - 2)
}

/** Checks that a name with a script is shown as plain text. */
const readHostileNames = async (page: Page, api: Api): Promise<void> => {
  const answer = await api.ask("POST", "/v1/contacts/search", {
    advanced_search: [condition("first_name", "contains", "<img")]
  })
  expect(at(answer, "contacts", 0, "first_name")).toBe(hostile)
  await open(page, `contacts?q=${encodeURIComponent("<img")}`)
  await page.getByRole("link", { name: hostile }).waitFor()
  await atRest(page)
  await expect(page.locator("main img, main script"), "a name as an element").toHaveCount(0)
}

/** Creates a contact with a form that reports missing values and keeps typed values. */
const createContact = async (page: Page, api: JourneyApi): Promise<void> => {
  api.expect(422, "/v1/contacts")
  await open(page, "contacts")
  await page.getByRole("button", { name: "Create contact" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("textbox", { name: "First name" }).fill("Grace")
  await page.keyboard.press("Enter")
  await dialog.getByRole("alert").waitFor()
  await page.reload()
  await page.getByRole("button", { name: "Create contact" }).click()
  await expect(dialog.getByRole("textbox", { name: "First name" })).toHaveValue("Grace")
  await dialog.getByRole("textbox", { name: "E-mail" }).fill("grace@example.org")
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { level: 1, name: "Grace" }).waitFor()
  expect(await totalOf(api, { advanced_search: [condition("email", "equals", "grace@example.org")] })).toBe(1)
}
