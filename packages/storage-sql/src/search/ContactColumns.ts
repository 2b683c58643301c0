import { phoneNames, type Searchable, textNames } from "@rollcall/core/storage"
import { String } from "effect"

/** The column of a predefined field. */
export const fieldColumn = String.camelToSnake

/** The column of a text field in folded form; NULL if the value counts as missing. */
export const foldedColumn = (name: string): string => `${fieldColumn(name)}_folded`

/** The column of the digits of a phone field; NULL if there are none. */
export const digitsColumn = (name: string): string => `${fieldColumn(name)}_digits`

/** The shadow columns of a contact. Only searches use them; they are never returned. */
export const shadowColumns = ({ digits, text }: Searchable): { readonly [column: string]: string | null } =>
  Object.fromEntries([
    ...textNames.map((name) => [foldedColumn(name), text[name] ?? null] as const),
    ...phoneNames.map((name) => [digitsColumn(name), digits[name] ?? null] as const)
  ])
