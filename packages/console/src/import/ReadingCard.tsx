import type { ColumnTarget, Reading } from "@rollcall/contact-files"
import { type Choice, SelectField, choicesOf, withChosen } from "../ui/forms/Select.tsx"
import { Card } from "../ui/Page.tsx"
import {
  type Choices,
  dateOrderTitles,
  decimalTitles,
  emptyCellTitles,
  localeTitles,
  zoneTitles
} from "./file/Choices.ts"
import type { OpenedFile, Written } from "./file/OpenedFile.ts"
import { inputsOf } from "../ui/forms/Draft.ts"

const encodings = ["utf-8", "windows-1252", "utf-16le", "utf-16be", "iso-8859-2", "windows-1250", "windows-1251"]

const delimiters = [
  { value: ",", title: "Comma" },
  { value: ";", title: "Semicolon" },
  { value: "\t", title: "Tab" },
  { value: "|", title: "Vertical bar" }
]

const headerTitles = { names: "Names of the columns", values: "The first contact" } as const

/** Returns the choices with how each would read the file, the most likely first. */
const withReadings = (
  choices: ReadonlyArray<Choice<string>>,
  readings: ReadonlyArray<Reading>,
  option: Reading["option"]
): ReadonlyArray<Choice<string>> => {
  const offered = readings
    .filter((reading) => reading.option === option)
    .map(({ reads, value }) => ({
      value,
      title: `${choices.find((choice) => choice.value === value)?.title ?? value} reads ${reads}`
    }))
  return [...offered, ...choices.filter(({ value }) => offered.every((one) => one.value !== value))]
}

/** How the file is read. The settings are detected, and inputs to correct them appear only if the columns need them. */
export const ReadingCard = ({
  choices,
  given,
  onChoices,
  onWritten,
  opened: { book, readings }
}: {
  readonly opened: OpenedFile
  readonly choices: Choices
  readonly given: ReadonlyArray<ColumnTarget>
  readonly onChoices: (choices: Choices) => void
  /** Called with the format in which to open the file again. */
  readonly onWritten: (written: Written) => void
}) => {
  const types = given.flatMap((target) => (target.kind === "custom" ? target.definition.field_type : []))
  const { delimiter, encoding, format, hasHeader, sheet } = choices
  const isCsv = format === "csv"
  const isTable = format !== "jsonl"
  const hasDates = types.some((type) => type.startsWith("date") && type !== "date:time")
  const hasInstants = types.includes("date:date_time")
  const hasNumbers = types.some((type) => type.startsWith("number:"))
  const input = inputsOf({ value: choices, set: onChoices }, undefined)
  return (
    <Card title="File format">
      {readings.length > 0 && (
        <p class="field-hint">
          The file doesn't say how it was written. Check what was detected here and in the preview.
        </p>
      )}
      <div class="import-fields">
        {book === null && (
          <SelectField
            label="Encoding"
            choices={withChosen(
              withReadings(
                encodings.map((value) => ({ value, title: value })),
                readings,
                "encoding"
              ),
              encoding
            )}
            value={encoding}
            onValue={(encoding) => onWritten({ format, encoding })}
          />
        )}
        {isCsv && (
          <SelectField
            label="Separator"
            choices={withReadings(delimiters, readings, "delimiter")}
            value={delimiter}
            onValue={(delimiter) => onWritten({ format, encoding, delimiter })}
          />
        )}
        {book !== null && book.sheets.length > 1 && (
          <SelectField
            label="Sheet"
            choices={book.sheets.map((value) => ({ value, title: value }))}
            value={sheet}
            onValue={(sheet) => onWritten({ sheet })}
          />
        )}
        {isTable && (
          <SelectField
            label="First row"
            choices={choicesOf(headerTitles)}
            value={hasHeader ? "names" : "values"}
            onValue={(first) =>
              onWritten({ ...(book === null && { format, encoding, delimiter }), sheet, hasHeader: first === "names" })
            }
          />
        )}
        {(hasDates || hasNumbers) && (
          <SelectField label="Language of numbers and dates" choices={choicesOf(localeTitles)} {...input("locale")} />
        )}
        {hasDates && <SelectField label="Date format" choices={choicesOf(dateOrderTitles)} {...input("dateOrder")} />}
        {hasInstants && <SelectField label="Time zone" choices={choicesOf(zoneTitles)} {...input("zone")} />}
        {hasNumbers && <SelectField label="Decimal sign" choices={choicesOf(decimalTitles)} {...input("decimal")} />}
        {isTable && <SelectField label="Empty cells" choices={choicesOf(emptyCellTitles)} {...input("empty")} />}
      </div>
    </Card>
  )
}
