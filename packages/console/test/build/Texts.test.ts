import { expect, it } from "vitest"
import { readTexts, withTexts } from "../../build/Texts.ts"

const texts = readTexts({
  plain: { save: "Save", cancel: "Don't" },
  places: { hello: "Hello {name}", rows: { one: "{count} row", other: "{count} rows" } },
  events: { contact: { created: "Created" }, list: { deleted: "Deleted" } },
  verbs: { add: { done: "Added" }, drop: { done: "Dropped", more: { done: "Never" } } }
})

/** What the calls of `text` in a module become: the import before them is left out. */
const written = (code: string) => withTexts(code, texts, "View.tsx").replace(/^.*\n/, "")

it.each([
  ['text("plain.cancel")', '("Don\'t")'],
  ['<p title={text("plain.save")}>{text("plain.save")}</p>', '<p title={("Save")}>{("Save")}</p>'],
  ['text("places.hello", { name })', 'fillText("Hello {name}", { name })'],
  [
    'text("places.rows", { count: text("plain.save") })',
    'fillText({"one":"{count} row","other":"{count} rows"}, { count: ("Save") })'
  ],
  ['text(isNew ? "plain.save" : "plain.cancel")', '((isNew ? "Save" : "Don\'t"))'],
  ["text(`events.${type}`)", '(({"contact.created":"Created","list.deleted":"Deleted"})[type])'],
  ["text(`verbs.${verb}.done`)", '(({"add":"Added","drop":"Dropped"})[verb])'],
  ["response.text()", "response.text()"]
])("%s has its text in the place of its key", (code, expected) => {
  expect(written(code)).toBe(expected)
})

it.each(['text("plain.missing")', "text(`none.${name}`)", "text(key)"])("%s is refused", (code) => {
  expect(() => written(code)).toThrow(/text/)
})
