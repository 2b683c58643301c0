import type { Contact, Filter } from "@rollcall/core"
import * as Arr from "effect/Array"
import { began, ended } from "../people/Population.ts"
import { containing, ending, foldedOf, phrase, someOf } from "./Operands.ts"
import { type Ask, searchForFew, searchForMany } from "./SearchCase.ts"
import { countingAllBut, onePass, twoParts, twoStatements } from "./Shapes.ts"

const day = 86_400_000

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

const filterBy = (...filters: ReadonlyArray<Filter>) => ({ filters })

/** One filter with the folded text of a contact, or a part of it. */
const asksFor = (
  contacts: ReadonlyArray<Contact>,
  field: string,
  operator: Filter["operator"],
  read: (contact: Contact) => string | null,
  postgres?: (text: string) => string
) =>
  Arr.map(someOf(contacts, read), (text): Ask => ({
    request: filterBy({ field, operator, value: text }),
    operands: [text],
    ...(postgres && { postgres: [postgres(text)] })
  }))

const trigrams = (condition: string) =>
  `id IN (SELECT rowid FROM contacts_trigrams WHERE contacts_trigrams MATCH ${condition})`

/** Days spread over the time in which contacts were created. */
const days = Arr.makeBy(40, (index) => began + Math.floor(((ended - began) * (index + 0.5)) / 40 / day) * day)

/** One search of each kind on predefined fields. */
export const predefinedSearches = [
  searchForFew("equals, e-mail", {
    asks: ({ contacts }) => asksFor(contacts, "email", "equals", ({ email }) => foldedOf(email)),
    sqlite: twoStatements("email_folded = $2"),
    postgres: onePass("left(email_folded, 500) = $2")
  }),
  searchForFew("contains, 8 characters of an e-mail", {
    asks: ({ contacts }) =>
      Arr.map(
        someOf(contacts, ({ email }) => foldedOf(email)?.slice(2, 10)),
        (text) => ({
          request: filterBy({ field: "email", operator: "contains", value: text }),
          operands: [phrase(["email_folded"], text)],
          postgres: [containing(text)]
        })
      ),
    sqlite: onePass(trigrams("$2")),
    postgres: onePass("email_folded LIKE $2")
  }),
  searchForFew("starts_with, 7 characters of an e-mail", {
    asks: ({ contacts }) =>
      Arr.map(
        someOf(contacts, ({ email }) => foldedOf(email)?.slice(0, 7)),
        (text) => ({
          request: filterBy({ field: "email", operator: "starts_with", value: text }),
          operands: [text, `${text}\u{10ffff}`]
        })
      ),
    sqlite: twoStatements("email_folded >= $2 AND email_folded < $3"),
    postgres: onePass("left(email_folded, 500) >= $2 AND left(email_folded, 500) < $3")
  }),
  searchForFew("ends_with, 6 digits of a phone number", {
    asks: ({ contacts }) =>
      Arr.map(
        someOf(contacts, ({ phoneNumber }) => phoneNumber?.slice(-6)),
        (text) => ({
          request: filterBy({ field: "phone_number", operator: "ends_with", value: text }),
          operands: [phrase(["phone_number_folded"], text), text],
          postgres: [ending(text)]
        })
      ),
    sqlite: onePass(`${trigrams("$2")} AND substr(phone_number_folded, -length($3)) = $3`),
    postgres: onePass("phone_number_folded LIKE $2")
  }),
  searchForFew("range, one day of created_at", {
    asks: () =>
      Arr.map(days, (from) => ({
        request: filterBy({ field: "created_at", operator: "range", value: [dayOf(from), dayOf(from)] }),
        operands: [from, from + day]
      })),
    sqlite: twoStatements("created_at >= $2 AND created_at < $3"),
    postgres: onePass("created_at >= $2 AND created_at < $3")
  }),
  searchForFew("gt, the latest by last_engaged_at", {
    asks: ({ contacts }) => {
      const latest = Math.max(...contacts.map(({ lastEngagedAt }) => lastEngagedAt?.epochMilliseconds ?? 0))
      return Arr.makeBy(10, (index) => {
        const from = (Math.floor(latest / day) - 60 - index) * day
        return {
          request: filterBy({ field: "last_engaged_at", operator: "gt", value: dayOf(from - day) }),
          operands: [from]
        }
      })
    },
    sqlite: twoStatements("last_engaged_at >= $2"),
    postgres: onePass("last_engaged_at >= $2")
  }),
  searchForFew("exists, a field that few have", {
    asks: () => [{ request: filterBy({ field: "socialmsg_id", operator: "exists" }), operands: [] }],
    sqlite: twoStatements("socialmsg_id_folded IS NOT NULL"),
    postgres: twoParts("left(socialmsg_id_folded, 500) IS NOT NULL")
  }),
  searchForFew("not_exists, a field that few lack", {
    asks: () => [{ request: filterBy({ field: "last_name", operator: "not_exists" }), operands: [] }],
    sqlite: twoStatements("last_name_folded IS NULL"),
    postgres: twoParts("left(last_name_folded, 500) IS NULL")
  }),
  searchForMany("not_equals, a first name", {
    asks: ({ contacts }) => asksFor(contacts, "first_name", "not_equals", ({ firstName }) => foldedOf(firstName)),
    sqlite: twoStatements("(first_name_folded = $2) IS NOT TRUE", undefined, countingAllBut("first_name_folded = $2")),
    postgres: twoParts(
      "(first_name_folded = $2) IS NOT TRUE",
      undefined,
      countingAllBut("left(first_name_folded, 500) = $2")
    )
  }),
  searchForFew("two filters: a last name, created since 2024", {
    asks: ({ contacts }) =>
      Arr.map(
        someOf(contacts, ({ lastName }) => foldedOf(lastName)),
        (lastName) => ({
          request: filterBy(
            { field: "last_name", operator: "equals", value: lastName },
            { field: "created_at", operator: "gte", value: "2024-01-01" }
          ),
          operands: [lastName, Date.UTC(2024, 0, 1)]
        })
      ),
    sqlite: onePass("last_name_folded = $2 AND created_at >= $3"),
    postgres: onePass("left(last_name_folded, 500) = $2 AND created_at >= $3")
  }),
  searchForMany("everybody, sorted by last name", {
    asks: () => [{ request: { sortBy: { field: "last_name" } }, operands: [] }],
    sqlite: twoStatements("TRUE", "last_name_folded NULLS LAST, uuid"),
    postgres: twoParts("TRUE", "left(last_name_folded, 500), last_name_folded, uuid")
  }),
  searchForFew("contains, sorted by last name", {
    asks: ({ contacts }) =>
      Arr.map(
        someOf(contacts, ({ email }) => foldedOf(email)?.slice(2, 10)),
        (text) => ({
          request: {
            ...filterBy({ field: "email", operator: "contains", value: text }),
            sortBy: { field: "last_name", order: "desc" }
          },
          operands: [phrase(["email_folded"], text)],
          postgres: [containing(text)]
        })
      ),
    sqlite: onePass(trigrams("$2"), "last_name_folded DESC NULLS LAST, uuid DESC"),
    postgres: onePass("email_folded LIKE $2", "last_name_folded DESC NULLS LAST, uuid DESC")
  })
]
