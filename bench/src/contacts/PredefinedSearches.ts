import { fold } from "@rollcall/core/storage"
import * as Arr from "effect/Array"
import { digitsColumns, foldedColumns } from "../stores/ContactRows.ts"
import { began, dateOf, day, ended } from "./Population.ts"
import {
  containing,
  countingAllBut,
  ending,
  filter,
  filterBy,
  foldedOf,
  newestFirst,
  once,
  onePass,
  phrase,
  searchForFew,
  searchForMany,
  some,
  twoParts,
  twoStatements,
  upTo
} from "./Searches.ts"

/** Midnights spread over the time in which contacts were created. */
const days = Arr.makeBy(40, (index) => began + Math.floor(((ended - began) * (index + 0.5)) / 40 / day) * day)

const trigrams = `id IN (SELECT rowid FROM contacts_trigrams WHERE contacts_trigrams MATCH $2)`

/** Each token of a text is contained in one of some columns. On SQLite all tokens in all columns are one question. */
const like = (columns: ReadonlyArray<string>, { order = newestFirst, tokens = 1 } = {}) => {
  const anywhere = (parameter: string) => `(${columns.map((column) => `${column} LIKE ${parameter}`).join(" OR ")})`
  const phrases = (text: string) => text.split(" ").map((token) => phrase(columns, token))
  return {
    sqlite: onePass(trigrams, order),
    operands: (text: string) => [phrases(text).join(" AND ")],
    postgres: onePass(Arr.makeBy(tokens, (token) => anywhere(`$${token + 2}`)).join(" AND "), order),
    postgresOperands: (text: string) => text.split(" ").map(containing)
  }
}

/** One search of each kind on predefined fields. */
export const predefinedSearches = [
  searchForFew({
    name: "equals, e-mail",
    values: some(({ email }) => foldedOf(email)),
    request: filter("email", "equals"),
    sqlite: twoStatements("email_folded = $2"),
    postgres: onePass("left(email_folded, 500) = $2")
  }),
  searchForFew({
    name: "contains, 8 characters of an e-mail",
    values: some(({ email }) => foldedOf(email)?.slice(2, 10)),
    request: filter("email", "contains"),
    ...like(["email_folded"])
  }),
  searchForFew({
    name: "starts_with, 7 characters of an e-mail",
    values: some(({ email }) => foldedOf(email)?.slice(0, 7)),
    request: filter("email", "starts_with"),
    operands: (text) => [text, upTo(text)],
    sqlite: twoStatements("email_folded >= $2 AND email_folded < $3"),
    postgres: onePass("left(email_folded, 500) >= $2 AND left(email_folded, 500) < $3")
  }),
  searchForFew({
    name: "ends_with, 6 digits of a phone number",
    values: some(({ phoneNumber }) => phoneNumber?.slice(-6)),
    request: filter("phoneNumber", "ends_with"),
    sqlite: onePass(`${trigrams} AND substr(phone_number_folded, -length($3)) = $3`),
    operands: (text) => [phrase(["phone_number_folded"], text), text],
    postgres: onePass("phone_number_folded LIKE $2"),
    postgresOperands: (text) => [ending(text)]
  }),
  searchForFew({
    name: "range, one day of created_at",
    values: () => days,
    request: (from) => filter("createdAt", "range")([dateOf(from), dateOf(from)]),
    operands: (from) => [from, from + day],
    sqlite: twoStatements("created_at >= $2 AND created_at < $3"),
    postgres: onePass("created_at >= $2 AND created_at < $3")
  }),
  searchForFew({
    name: "gt, the latest by last_engaged_at",
    values: ({ lastEngagement }) => Arr.makeBy(10, (index) => (Math.floor(lastEngagement / day) - 60 - index) * day),
    request: (from) => filter("lastEngagedAt", "gt")(dateOf(from - day)),
    sqlite: twoStatements("last_engaged_at >= $2"),
    postgres: onePass("last_engaged_at >= $2")
  }),
  searchForFew({
    name: "exists, a field that few have",
    values: once,
    request: () => filterBy({ field: "socialmsgId", operator: "exists" }),
    sqlite: twoStatements("socialmsg_id_folded IS NOT NULL"),
    postgres: twoParts("left(socialmsg_id_folded, 500) IS NOT NULL")
  }),
  searchForFew({
    name: "not_exists, a field that few lack",
    values: once,
    request: () => filterBy({ field: "lastName", operator: "not_exists" }),
    sqlite: twoStatements("last_name_folded IS NULL"),
    postgres: twoParts("left(last_name_folded, 500) IS NULL")
  }),
  searchForMany({
    name: "not_equals, a first name",
    values: some(({ firstName }) => foldedOf(firstName)),
    request: filter("firstName", "not_equals"),
    sqlite: twoStatements("(first_name_folded = $2) IS NOT TRUE", {
      total: countingAllBut("first_name_folded = $2")
    }),
    postgres: twoParts("(first_name_folded = $2) IS NOT TRUE", {
      total: countingAllBut("left(first_name_folded, 500) = $2")
    })
  }),
  searchForFew({
    name: "two filters: a last name, created since 2024",
    values: some(({ lastName }) => foldedOf(lastName)),
    request: (value) =>
      filterBy(
        { field: "lastName", operator: "equals", value },
        { field: "createdAt", operator: "gte", value: "2024-01-01" }
      ),
    operands: (lastName) => [lastName, Date.UTC(2024, 0, 1)],
    sqlite: onePass("last_name_folded = $2 AND created_at >= $3"),
    postgres: onePass("left(last_name_folded, 500) = $2 AND created_at >= $3")
  }),
  searchForMany({
    name: "all, sorted by last name",
    values: once,
    request: () => ({ sortBy: { field: "lastName" } }),
    sqlite: twoStatements("TRUE", { order: "last_name_folded NULLS LAST, uuid" }),
    postgres: twoParts("TRUE", { order: "left(last_name_folded, 500), last_name_folded, uuid" })
  }),
  searchForFew({
    name: "contains, sorted by last name",
    values: some(({ email }) => foldedOf(email)?.slice(2, 10)),
    request: (text) => ({ ...filter("email", "contains")(text), sortBy: { field: "lastName", sortOrder: "desc" } }),
    ...like(["email_folded"], { order: "last_name_folded DESC NULLS LAST, uuid DESC" })
  })
]

const inTexts = foldedColumns.filter((column) => column !== "client_reference_folded")

/** Searches by `search_term`. */
export const termSearches = [
  searchForFew({
    name: "search_term, the beginning of an e-mail",
    values: some(({ email }) => foldedOf(email)?.slice(0, 9)),
    request: (searchTerm) => ({ searchTerm }),
    ...like(inTexts)
  }),
  searchForFew({
    name: "search_term, first and last name",
    values: some(({ firstName, lastName }) => {
      const name = `${firstName} ${lastName}`
      return /^\S{3,} \S{3,}$/.test(name) ? fold(name) : null
    }),
    request: (searchTerm) => ({ searchTerm }),
    ...like(inTexts, { tokens: 2 })
  }),
  searchForFew({
    name: "search_term, 7 digits of a phone number",
    values: some(({ phoneNumber }) => phoneNumber?.slice(-7)),
    request: (searchTerm) => ({ searchTerm }),
    ...like([...inTexts, ...digitsColumns])
  })
]
