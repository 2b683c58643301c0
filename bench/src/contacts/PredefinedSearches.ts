import { fold } from "@rollcall/core/shared"
import * as Arr from "effect/Array"
import { foldedColumns } from "../stores/ContactRows.ts"
import { began, dateOf, day, ended } from "./Population.ts"
import {
  containing,
  ending,
  filter,
  filterBy,
  foldedOf,
  onePass,
  phrase,
  searchForFew,
  some,
  twoStatements,
  upTo
} from "./Searches.ts"

/** Midnights spread over the time in which contacts were created. */
const days = Arr.makeBy(40, (index) => began + Math.floor(((ended - began) * (index + 0.5)) / 40 / day) * day)

const trigrams = `id IN (SELECT rowid FROM contacts_trigrams WHERE contacts_trigrams MATCH $2)`

/** Each token of a text is contained in one of some columns. On SQLite all tokens in all columns are one question. */
const like = (columns: ReadonlyArray<string>, tokens = 1) => {
  const anywhere = (parameter: string) => `(${columns.map((column) => `${column} LIKE ${parameter}`).join(" OR ")})`
  const phrases = (text: string) => text.split(" ").map((token) => phrase(columns, token))
  return {
    sqlite: onePass(trigrams),
    operands: (text: string) => [phrases(text).join(" AND ")],
    postgres: onePass(Arr.makeBy(tokens, (token) => anywhere(`$${token + 2}`)).join(" AND ")),
    postgresOperands: (text: string) => text.split(" ").map(containing)
  }
}

const inTexts = [...foldedColumns.filter((column) => column !== "client_reference_folded"), "unaccented"]

/** Searches of predefined fields, and by `search_term`. */
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
  searchForFew({
    name: "search_term, first and last name",
    values: some(({ firstName, lastName }) => {
      const name = `${firstName} ${lastName}`
      return /^\S{3,} \S{3,}$/.test(name) ? fold(name) : null
    }),
    request: (searchTerm) => ({ searchTerm }),
    ...like(inTexts, 2)
  })
]
