import { fold } from "@rollcall/core"
import * as Arr from "effect/Array"
import { containing, foldedOf, phrase, someOf } from "./Operands.ts"
import { searchForFew } from "./SearchCase.ts"
import { onePass } from "./Shapes.ts"

const texts = [
  "first_name",
  "last_name",
  "email",
  "phone_number",
  "chatapp_id",
  "socialmsg_id",
  "external_contact_id"
].map((name) => `${name}_folded`)
const numbers = ["phone_number_digits", "chatapp_id_digits"]

/** SQLite looks a token up in all columns at once; all tokens are one question. */
const trigrams = onePass("id IN (SELECT rowid FROM contacts_trigrams WHERE contacts_trigrams MATCH $2)")

const anywhere = (columns: ReadonlyArray<string>, parameter: string) =>
  `(${columns.map((column) => `${column} LIKE ${parameter}`).join(" OR ")})`

/** Searches by `search_term`. */
export const termSearches = [
  searchForFew("search_term, the beginning of an e-mail", {
    asks: ({ contacts }) =>
      Arr.map(
        someOf(contacts, ({ email }) => foldedOf(email)?.slice(0, 9)),
        (token) => ({
          request: { searchTerm: token },
          operands: [phrase(texts, token)],
          postgres: [containing(token)]
        })
      ),
    sqlite: trigrams,
    postgres: onePass(anywhere(texts, "$2"))
  }),
  searchForFew("search_term, first and last name", {
    asks: ({ contacts }) =>
      Arr.map(
        someOf(contacts, ({ firstName, lastName }) => {
          const tokens = `${firstName} ${lastName}`.split(" ")
          return tokens.length === 2 && tokens.every((token) => token.length >= 3) ? tokens.map(fold) : null
        }),
        (tokens) => ({
          request: { searchTerm: tokens.join(" ") },
          operands: [tokens.map((token) => phrase(texts, token)).join(" AND ")],
          postgres: tokens.map(containing)
        })
      ),
    sqlite: trigrams,
    postgres: onePass(`${anywhere(texts, "$2")} AND ${anywhere(texts, "$3")}`)
  }),
  searchForFew("search_term, 7 digits of a phone number", {
    asks: ({ contacts }) =>
      Arr.map(
        someOf(contacts, ({ phoneNumber }) => phoneNumber?.slice(-7)),
        (token) => ({
          request: { searchTerm: token },
          operands: [phrase([...texts, ...numbers], token)],
          postgres: [containing(token)]
        })
      ),
    sqlite: trigrams,
    postgres: onePass(anywhere([...texts, ...numbers], "$2"))
  })
]
