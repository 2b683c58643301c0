import { phoneNames, type SearchableContact, textNames } from "@rollcall/core"

/** The column that holds a text field in folded form; null where the value counts as missing. */
export const foldedColumn = (name: string): string => `${name}_folded`

/** The column that holds the digits of a phone field; null where there are none. */
export const digitsColumn = (name: string): string => `${name}_digits`

/** The shadow columns of a contact, which searches look at and nobody reads. */
export const shadowColumns = ({ digits, text }: SearchableContact): { readonly [column: string]: string | null } =>
  Object.fromEntries([
    ...textNames.map((name) => [foldedColumn(name), text[name]] as const),
    ...phoneNames.map((name) => [digitsColumn(name), digits[name]] as const)
  ])
