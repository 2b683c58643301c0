import { phoneNames, type SearchableContact, textNames } from "@rollcall/core"

/** The column of a text field in folded form; NULL if the value counts as missing. */
export const foldedColumn = (name: string): string => `${name}_folded`

/** The column of the digits of a phone field; NULL if there are none. */
export const digitsColumn = (name: string): string => `${name}_digits`

/** The shadow columns of a contact. Only searches use them; they are never returned. */
export const shadowColumns = ({ digits, text }: SearchableContact): { readonly [column: string]: string | null } =>
  Object.fromEntries([
    ...textNames.map((name) => [foldedColumn(name), text[name]] as const),
    ...phoneNames.map((name) => [digitsColumn(name), digits[name]] as const)
  ])
