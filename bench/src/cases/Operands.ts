import { type Contact, fold } from "@rollcall/core"
import * as Arr from "effect/Array"

/** How many different operands a case goes through. */
const howMany = 100

/** Something of contacts from all over the store that have it; always the same ones. */
export const someOf = <A>(
  contacts: ReadonlyArray<Contact>,
  read: (contact: Contact) => A | null | undefined
): Arr.NonEmptyReadonlyArray<A> => {
  const all = contacts.flatMap((contact) => {
    const value = read(contact)
    return value === null || value === undefined ? [] : [value]
  })
  const step = Math.max(1, Math.floor(all.length / howMany))
  const chosen = all.filter((_, index) => index % step === step >> 1).slice(0, howMany)
  if (!Arr.isReadonlyArrayNonEmpty(chosen)) throw new Error("nobody has what this case asks for")
  return chosen
}

/** A text as it is searched for, so that it can be cut into parts. */
export const foldedOf = (text: string | null): string | null => (text === null ? null : fold(text))

/** A pattern of Postgres for texts that contain this one. */
export const containing = (text: string): string => `%${literally(text)}%`

/** A pattern of Postgres for texts that end with this one. */
export const ending = (text: string): string => `%${literally(text)}`

const literally = (text: string): string => text.replace(/[\\%_]/g, "\\$&")

/** What SQLite's index of trigrams is asked for: a text in some of its columns. */
export const phrase = (columns: ReadonlyArray<string>, text: string): string =>
  `{${columns.join(" ")}} : "${text.replaceAll('"', '""')}"`
