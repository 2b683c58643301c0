import type { KnownField } from "@rollcall/contact-files"
import { Select } from "../ui/forms/Select.tsx"
import { Card } from "../ui/Page.tsx"
import { Table } from "../ui/table/Table.tsx"
import { type Choices, targetNames } from "./file/Choices.ts"
import { targetTitle } from "./TargetTitle.ts"
import { own } from "../reading/Own.ts"

interface ColumnRow {
  readonly name: string
  readonly at: number
  readonly examples: ReadonlyArray<string>
}

/** Maps each column of the file to a field. The mapping is proposed by column name, and the user can change it. */
export const ColumnsCard = ({
  choices,
  columns,
  examples,
  fields,
  onChoices
}: {
  readonly columns: ReadonlyArray<string>
  /** The cells of the first rows. */
  readonly examples: ReadonlyArray<ReadonlyArray<string>>
  readonly fields: ReadonlyArray<KnownField>
  readonly choices: Choices
  readonly onChoices: (choices: Choices) => void
}) => {
  const names = targetNames(fields)
  const options = [
    { value: "", title: "Left out" },
    ...names.map((name) => ({ value: name, title: targetTitle(name, fields), group: groupOf(name) }))
  ]
  const rows = columns.map((name, at): ColumnRow => ({
    name,
    at,
    examples: examples.flatMap((cells) => cells[at] || []).slice(0, 3)
  }))
  return (
    <Card title="Columns" flush>
      <Table
        caption="Columns and fields"
        rows={rows}
        rowKey={({ at }) => String(at)}
        columns={[
          {
            key: "column",
            title: "Column of the file",
            cell: ({ name }) => <strong>{name || "without a name"}</strong>
          },
          {
            key: "example",
            title: "First rows",
            cell: ({ examples }) => <span class="import-examples cut">{examples.join(" · ")}</span>
          },
          {
            key: "gives",
            title: "Gives",
            cell: ({ name }) => (
              <span class="import-target">
                <Select
                  aria-label={`Field for ${name || "without a name"}`}
                  choices={options}
                  value={names.find((target) => target === own(choices.targets, name)) ?? ""}
                  onValue={(target) => onChoices({ ...choices, targets: { ...choices.targets, [name]: target } })}
                />
              </span>
            )
          }
        ]}
      />
    </Card>
  )
}

const groupOf = (name: string): string => {
  if (name.startsWith("custom_fields.")) return "Custom fields"
  return name === "uuid" || name === "lists" || name === "opted_out" ? "Other" : "Contact"
}
