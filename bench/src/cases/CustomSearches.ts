import * as Arr from "effect/Array"
import { dateOf } from "../people/Person.ts"
import { amongFew, amongFound, amongFoundOnce, entries, entryAnd, filterBy, textOf, uuidOf } from "./Entries.ts"
import { containing, ending, phrase, someOf } from "./Operands.ts"
import { searchForFew, searchForMany } from "./SearchCase.ts"
import { columns } from "./Shapes.ts"

const firstOnes = `
  SELECT contact_uuid, number FROM contact_values WHERE workspace_uuid = $1 AND field_uuid = $2
  ORDER BY number DESC, contact_uuid DESC LIMIT 10`

const inFirstOrder = (more: string) => `
  SELECT ${columns}${more} FROM (${firstOnes}) AS found
  JOIN contacts ON contacts.workspace_uuid = $1 AND contacts.uuid = found.contact_uuid
  ORDER BY found.number DESC, contacts.uuid DESC`

const counting = "SELECT count(*) AS total FROM contacts WHERE workspace_uuid = $1"

/** Options that few have, two by two. */
const pairs = [
  ["falconry", "archery"],
  ["falconry", "fencing"],
  ["beekeeping", "archery"],
  ["beekeeping", "fencing"]
] as const

/** One search of each kind on custom fields. */
export const customSearches = [
  searchForFew("custom text equals", {
    asks: (population) =>
      Arr.map(
        someOf(population.contacts, ({ customFields }) => textOf(customFields["company"])),
        (text) => ({
          request: filterBy({ field: "company", operator: "equals", value: text }),
          operands: [uuidOf(population, "company"), text]
        })
      ),
    sqlite: amongFound(entries("text = $3")),
    postgres: amongFoundOnce(entries("beginning = $3"))
  }),
  searchForFew("custom text contains, 8 characters", {
    asks: (population) =>
      Arr.map(
        someOf(population.contacts, ({ customFields }) => textOf(customFields["company"])?.slice(1, 9)),
        (text) => ({
          request: filterBy({ field: "company", operator: "contains", value: text }),
          operands: [uuidOf(population, "company"), phrase(["text"], text.trim())],
          postgres: [uuidOf(population, "company"), containing(text.trim())]
        })
      ),
    sqlite: amongFound(
      entries("id IN (SELECT rowid FROM contact_values_trigrams WHERE contact_values_trigrams MATCH $3)")
    ),
    postgres: amongFoundOnce(entries("text LIKE $3"))
  }),
  searchForFew("custom text starts_with, 6 characters", {
    asks: (population) =>
      Arr.map(
        someOf(population.contacts, ({ customFields }) => textOf(customFields["company"])?.slice(0, 6)),
        (text) => ({
          request: filterBy({ field: "company", operator: "starts_with", value: text.trim() }),
          operands: [uuidOf(population, "company"), text.trim(), `${text.trim()}\u{10ffff}`]
        })
      ),
    sqlite: amongFound(entries("text >= $3 AND text < $4")),
    postgres: amongFoundOnce(entries("beginning >= $3 AND beginning < $4"))
  }),
  searchForFew("custom text ends_with, 8 letters", {
    asks: (population) =>
      Arr.map(
        someOf(population.contacts, ({ customFields }) => /[a-z]{8}$/.exec(textOf(customFields["company"]) ?? "")?.[0]),
        (text) => ({
          request: filterBy({ field: "company", operator: "ends_with", value: text }),
          operands: [uuidOf(population, "company"), phrase(["text"], text), text],
          postgres: [uuidOf(population, "company"), ending(text)]
        })
      ),
    sqlite: amongFound(
      entries(
        "id IN (SELECT rowid FROM contact_values_trigrams WHERE contact_values_trigrams MATCH $3) AND substr(text, -length($4)) = $4"
      )
    ),
    postgres: amongFoundOnce(entries("text LIKE $3"))
  }),
  searchForFew("custom number lt, the lowest", {
    asks: (population) =>
      Arr.makeBy(20, (index) => ({
        request: filterBy({ field: "visits", operator: "lt", value: index + 5, dataType: "long" }),
        operands: [uuidOf(population, "visits"), index + 5]
      })),
    sqlite: amongFound(entries("number < $3")),
    postgres: amongFew(entries("number < $3"))
  }),
  searchForFew("custom number range, half a percent", {
    asks: (population) =>
      Arr.makeBy(40, (index) => ({
        request: filterBy({
          field: "visits",
          operator: "range",
          value: [index * 200, index * 200 + 49],
          dataType: "long"
        }),
        operands: [uuidOf(population, "visits"), index * 200, index * 200 + 49]
      })),
    sqlite: amongFound(entries("number >= $3 AND number <= $4")),
    postgres: amongFoundOnce(entries("number >= $3 AND number <= $4"))
  }),
  searchForFew("custom multiselect contains two options", {
    asks: (population) =>
      Arr.map(pairs, ([one, other]) => ({
        request: filterBy({ field: "interests", operator: "contains", value: [one, other] }),
        operands: [uuidOf(population, "interests"), one, other]
      })),
    sqlite: amongFound(entryAnd("one.text = $3", "other.field_uuid = $2 AND other.text = $4")),
    postgres: amongFoundOnce(entryAnd("one.beginning = $3", "other.field_uuid = $2 AND other.beginning = $4"))
  }),
  searchForFew("custom date range, five days", {
    asks: (population) =>
      Arr.makeBy(40, (index) => {
        const [from, to] = [dateOf(index * 25), dateOf(index * 25 + 4)]
        return {
          request: filterBy({ field: "renewal", operator: "range", value: [from, to], dataType: "date" }),
          operands: [uuidOf(population, "renewal"), Date.parse(from), Date.parse(to) + 86_400_000]
        }
      }),
    sqlite: amongFound(entries("number >= $3 AND number < $4")),
    postgres: amongFoundOnce(entries("number >= $3 AND number < $4"))
  }),
  searchForFew("two filters: a custom option, a custom number", {
    asks: (population) =>
      Arr.makeBy(20, (index) => ({
        request: filterBy(
          { field: "visits", operator: "range", value: [index * 400, index * 400 + 999], dataType: "long" },
          { field: "interests", operator: "contains", value: "falconry" }
        ),
        operands: [uuidOf(population, "interests"), uuidOf(population, "visits"), index * 400, index * 400 + 999]
      })),
    sqlite: amongFound(
      entryAnd("one.text = 'falconry'", "other.field_uuid = $3 AND other.number >= $4 AND other.number <= $5")
    ),
    postgres: amongFoundOnce(
      entryAnd("one.beginning = 'falconry'", "other.field_uuid = $3 AND other.number >= $4 AND other.number <= $5")
    )
  }),
  searchForMany("custom select equals, a fifth of all", {
    asks: (population) => [
      {
        request: filterBy({ field: "tier", operator: "equals", value: "gold" }),
        operands: [uuidOf(population, "tier"), "gold"]
      }
    ],
    sqlite: amongFound(entries("text = $3")),
    postgres: amongFoundOnce(entries("beginning = $3"))
  }),
  searchForMany("everybody, sorted by a custom number", {
    asks: (population) => [
      {
        request: { sortBy: { field: "visits", order: "desc", dataType: "long" } },
        operands: [uuidOf(population, "visits")]
      }
    ],
    sqlite: { page: inFirstOrder(""), total: counting },
    postgres: { page: inFirstOrder(`, (${counting}) AS total`) }
  })
]
