import type { ColumnTarget } from "@rollcall/contact-files"
import { SelectField, choicesOf, withChosen } from "../ui/forms/Select.tsx"
import { Card } from "../ui/Page.tsx"
import { type Choices, dateOrderTitles, decimalTitles, emptyCellTitles, zoneTitles } from "./file/Choices.ts"
import type { Written } from "./file/OpenedFile.ts"
import { inputsOf } from "../ui/forms/Draft.ts"

const encodings = ["utf-8", "windows-1252", "utf-16le", "utf-16be", "iso-8859-2", "windows-1250", "windows-1251"]

const delimiters = [
  { value: ",", title: "Comma" },
  { value: ";", title: "Semicolon" },
  { value: "\t", title: "Tab" },
  { value: "|", title: "Vertical bar" }
]

/** How the file is read: detected, with inputs to correct it. Only inputs that its columns need are shown. */
export const ReadingCard = ({
  choices,
  given,
  onChoices,
  onWritten
}: {
  readonly choices: Choices
  readonly given: ReadonlyArray<ColumnTarget>
  readonly onChoices: (choices: Choices) => void
  /** Called with the format with which to open the file again. */
  readonly onWritten: (written: Written) => void
}) => {
  const types = given.flatMap((target) => (target.kind === "custom" ? target.definition.field_type : []))
  const isCsv = choices.format === "csv"
  const hasDates = types.some((type) => type.startsWith("date") && type !== "date:time")
  const hasInstants = types.includes("date:date_time")
  const hasNumbers = types.some((type) => type.startsWith("number:"))
  const input = inputsOf({ value: choices, set: onChoices }, undefined)
  return (
    <Card title="File format">
      <div class="import-fields">
        <SelectField
          label="Encoding"
          choices={withChosen(
            encodings.map((value) => ({ value, title: value })),
            choices.encoding
          )}
          value={choices.encoding}
          onValue={(encoding) => onWritten({ format: choices.format, encoding })}
        />
        {isCsv && (
          <SelectField
            label="Separator"
            choices={delimiters}
            value={choices.delimiter}
            onValue={(delimiter) => onWritten({ format: choices.format, encoding: choices.encoding, delimiter })}
          />
        )}
        {hasDates && <SelectField label="Date format" choices={choicesOf(dateOrderTitles)} {...input("dateOrder")} />}
        {hasInstants && <SelectField label="Time zone" choices={choicesOf(zoneTitles)} {...input("zone")} />}
        {hasNumbers && <SelectField label="Decimal sign" choices={choicesOf(decimalTitles)} {...input("decimal")} />}
        {isCsv && <SelectField label="Empty cells" choices={choicesOf(emptyCellTitles)} {...input("empty")} />}
      </div>
    </Card>
  )
}
