import { type CheckedRow, type ColumnTarget, type KnownField, nameOf } from "@rollcall/contact-files"
import { Badge } from "../ui/Badge.tsx"
import { Card } from "../ui/Page.tsx"
import { type Column, Table } from "../ui/table/Table.tsx"
import { targetTitle } from "./TargetTitle.ts"
import { formatNumber } from "../texts/Text.ts"
import { own } from "../reading/Own.ts"

/** The first rows of the file as they will be stored, with doubtful values marked. */
export const PreviewCard = ({
  fields,
  given,
  rows
}: {
  readonly rows: ReadonlyArray<CheckedRow>
  readonly given: ReadonlyArray<ColumnTarget>
  readonly fields: ReadonlyArray<KnownField>
}) => {
  const columns: ReadonlyArray<Column<CheckedRow>> = [
    { key: "number", title: "Row", cell: ({ number }) => formatNumber(number) },
    ...given.map((target) => ({
      key: nameOf(target),
      title: targetTitle(nameOf(target), fields),
      cell: (row: CheckedRow) => valueOf(row, target)
    })),
    { key: "notes", title: "Notes", cell: (row) => <Notes row={row} /> }
  ]
  return (
    <div class="import-preview">
      <Card title="Preview" flush actions={<span class="quiet">The first rows as they will be stored.</span>}>
        <Table
          caption="The first rows as they will be stored"
          columns={columns}
          rows={rows}
          rowKey={({ number }) => String(number)}
        />
      </Card>
    </div>
  )
}

const Notes = ({ row }: { readonly row: CheckedRow }) => {
  if (row.reading._tag === "Failure") {
    return (
      <span class="import-note">
        <Badge tone="bad">Fails</Badge>
        {row.reading.failure.error}
      </span>
    )
  }
  if (row.warnings.length === 0) return null
  return (
    <span class="import-notes">
      {row.warnings.map(({ error }) => (
        <span key={error} class="import-note">
          <Badge tone="warn">Doubtful</Badge>
          {error}
        </span>
      ))}
    </span>
  )
}

/** Returns the value of a row for a field, as one line. */
const valueOf = (row: CheckedRow, target: ColumnTarget): string => {
  if (row.reading._tag === "Failure") return ""
  const { body, lists } = row.reading.success
  switch (target.kind) {
    case "field":
      return body[target.field] ?? ""
    case "uuid":
      return body.uuid ?? ""
    case "lists":
      return lists ?? ""
    case "opted_out":
      return body.opted_out ?? ""
    case "custom":
      return written(own(body.custom_fields ?? {}, target.definition.field_key))
  }
}

const written = (value: unknown): string => {
  if (value === undefined || value === null) return ""
  if (Array.isArray(value)) return value.map(written).join(", ")
  if (typeof value === "object" && "add" in value) return written(value.add)
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : JSON.stringify(value)
}
