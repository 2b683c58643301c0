import type { OfferedTemplate } from "@rollcall/core/channel"
import { numbers, table } from "../screen/Table.ts"

/** The columns for the channel and the account of templates, shown only if they differ. */
const sources: ReadonlyArray<{ readonly column: string; readonly of: (template: OfferedTemplate) => string }> = [
  { column: "Channel", of: ({ channelType }) => channelType },
  { column: "Of account", of: ({ account }) => account ?? "" }
]

const columns = ["Name", "Locale", "Status", "Header", numbers("Body"), numbers("Buttons"), numbers("Cards")]

/**
 * Formats templates as a table, with the number of parameters of each part. The channel and the account are columns only if
 * there are several, so that the table fits into a terminal.
 */
export const templateTable = (templates: ReadonlyArray<OfferedTemplate>): string => {
  const several = sources.filter(({ of }) => new Set(templates.map(of)).size > 1)
  return table(
    [...several.map(({ column }) => column), ...columns],
    templates.map((template) => [...several.map(({ of }) => of(template)), ...toRow(template)])
  )
}

const toRow = (template: OfferedTemplate): ReadonlyArray<string> => {
  const { locale, name, status } = template
  switch (template.kind) {
    case "plain":
      return [name, locale, status, template.header ?? "", String(template.body), String(template.buttons), ""]
    case "carousel":
      return [name, locale, status, "", String(template.body), "", String(template.cards.length)]
    case "unsendable":
      return [name, locale, "unsendable", "", "", "", ""]
  }
}
