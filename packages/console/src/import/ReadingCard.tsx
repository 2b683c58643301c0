import type { ColumnTarget } from "@rollcall/contact-files"
import { SelectField } from "../ui/forms/Select.tsx"
import { Card } from "../ui/Page.tsx"
import { type Choices, dateOrders, decimals, emptyCells, zones } from "./file/Choices.ts"
import type { Written } from "./file/OpenedFile.ts"

const dateOrderTitles = {
  auto: "As the cells show",
  dmy: "Day, month, year",
  mdy: "Month, day, year",
  ymd: "Year, month, day"
} as const

const decimalTitles = { auto: "As the cells show", comma: "Comma", point: "Point" } as const

const emptyCellTitles = { keep: "Leave the field as it is", clear: "Clear the field" } as const

const encodings = ["utf-8", "windows-1252", "utf-16le", "utf-16be", "iso-8859-2", "windows-1250", "windows-1251"]

const delimiters = [
  { value: ",", title: "Comma" },
  { value: ";", title: "Semicolon" },
  { value: "\t", title: "Tab" },
  { value: "|", title: "Vertical bar" }
]

const decimalNames = { auto: "auto", ",": "comma", ".": "point" } as const

/** How the file is written: found out, and to be set right where that was wrong. What its columns do not need is not asked. */
export const ReadingCard = ({
  choices,
  given,
  onChoices,
  onWritten
}: {
  readonly choices: Choices
  readonly given: ReadonlyArray<ColumnTarget>
  readonly onChoices: (choices: Choices) => void
  /** Takes what the file has to be opened with anew. */
  readonly onWritten: (written: Written) => void
}) => {
  const types = given.flatMap((target) => (target.kind === "custom" ? target.definition.field_type : []))
  const isCsv = choices.format === "csv"
  const hasDates = types.some((type) => type.startsWith("date") && type !== "date:time")
  const hasInstants = types.includes("date:date_time")
  const hasNumbers = types.some((type) => type.startsWith("number:"))
  return (
    <Card title="How the file is read">
      <div class="import-fields">
        <SelectField
          label="Encoding"
          choices={withOther(encodings, choices.encoding).map((value) => ({ value, title: value }))}
          value={choices.encoding}
          onValue={(encoding) => onWritten({ format: choices.format, encoding })}
        />
        {isCsv && (
          <SelectField
            label="Between cells"
            choices={delimiters}
            value={choices.delimiter}
            onValue={(delimiter) => onWritten({ format: choices.format, encoding: choices.encoding, delimiter })}
          />
        )}
        {isCsv && hasDates && (
          <SelectField
            label="Dates in numbers"
            choices={dateOrders.map((value) => ({ value, title: dateOrderTitles[value] }))}
            value={choices.dateOrder}
            onValue={(dateOrder) => onChoices({ ...choices, dateOrder })}
          />
        )}
        {isCsv && hasInstants && (
          <SelectField
            label="Times without a zone"
            choices={zones.map((value) => ({
              value,
              title: value === "local" ? localZone : "UTC"
            }))}
            value={choices.zone}
            onValue={(zone) => onChoices({ ...choices, zone })}
          />
        )}
        {isCsv && hasNumbers && (
          <SelectField
            label="Decimal sign"
            choices={decimals.map((value) => ({
              value,
              title: decimalTitles[decimalNames[value]]
            }))}
            value={choices.decimal}
            onValue={(decimal) => onChoices({ ...choices, decimal })}
          />
        )}
        {isCsv && (
          <SelectField
            label="Empty cells"
            choices={emptyCells.map((value) => ({ value, title: emptyCellTitles[value] }))}
            value={choices.empty}
            onValue={(empty) => onChoices({ ...choices, empty })}
          />
        )}
      </div>
    </Card>
  )
}

const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone

const withOther = (known: ReadonlyArray<string>, chosen: string): ReadonlyArray<string> =>
  known.includes(chosen) ? known : [...known, chosen]
