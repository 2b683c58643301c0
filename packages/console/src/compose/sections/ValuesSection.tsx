import { useMemo } from "preact/hooks"
import type { ContactField, ContactFields } from "../../contacts/ContactFields.ts"
import { type ComboOption, ComboboxField } from "../../ui/forms/Combobox.tsx"
import { TextField } from "../../ui/forms/FormField.tsx"
import { Select } from "../../ui/forms/Select.tsx"
import { Card } from "../../ui/Page.tsx"
import { placeOf, sourceOf } from "../draft/Body.ts"
import { noValue, type Value, type ValueFormat } from "../draft/Draft.ts"
import { readPasted } from "../draft/Pasted.ts"
import { type Blank, blanksOf, type Template } from "../preview/Template.ts"
import type { Editing } from "./Editing.ts"
import { formatNumber } from "../../texts/Text.ts"
import { own } from "../../reading/Own.ts"

const sourceTitles = { field: "A field", column: "A column", text: "Fixed text" } as const

const formatTitles = {
  date_time: "Date and time",
  date: "Date",
  full_date: "Date with weekday",
  time: "Time",
  integer: "12345",
  decimal: "With separators"
} as const

const headerTitles = {
  text: "Header",
  image: "Header picture",
  video: "Header video",
  document: "Header document"
} as const

/** The fields that a value can be taken from. */
export const fieldOptions = (fields: ContactFields): ReadonlyArray<ComboOption> =>
  [...fields.values()].filter(({ kind }) => kind !== "set").map(({ key, title }) => ({ value: key, title, hint: key }))

/** The inputs for the template's values. */
export const ValuesSection = ({
  options,
  ...editing
}: Editing & { readonly template: Template; readonly options: ReadonlyArray<ComboOption> }) => {
  const { draft, template } = editing
  const blanks = blanksOf(template)
  const columns = useMemo(() => readPasted(draft.pasted).columns, [draft.pasted])
  const of = (card: number | null) =>
    blanks
      .filter((blank) => blank.card === card)
      .map((blank) => <BlankField key={blank.key} {...editing} blank={blank} options={options} columns={columns} />)
  return (
    <Card title="Values">
      {blanks.length === 0 ? (
        <p class="quiet">This template has no values to fill in.</p>
      ) : (
        <div class="stack">
          <p class="field-hint">
            {draft.who === "audience"
              ? `Numbers, dates and options are written in the language of the template (${template.locale}). Contacts without a value get the fallback, or no message.`
              : "Choose from the columns that you pasted. Rows without a value get the fallback, or no message."}
          </p>
          {of(null)}
          {(template.cards ?? []).map((_, card) => (
            <fieldset key={card} class="compose-card">
              <legend>{`Card ${formatNumber(card + 1)}`}</legend>
              {of(card)}
            </fieldset>
          ))}
        </div>
      )}
    </Card>
  )
}

/** Returns the formats of a field's values, default first; empty if the format can't be chosen. */
const formatsOf = (field: ContactField | undefined): ReadonlyArray<ValueFormat> => {
  switch (field?.custom?.field_type ?? field?.kind) {
    case "number:integer":
      return ["integer", "decimal"]
    case "date":
    case "date:relative":
      return ["date", "full_date"]
    case "date:date_time":
    case "instant":
      return ["date_time", "date", "full_date", "time"]
    default:
      return []
  }
}

const BlankField = ({
  columns,
  draft,
  fields,
  options,
  refusal,
  blank,
  template,
  update
}: Editing & {
  readonly template: Template
  readonly blank: Blank
  readonly options: ReadonlyArray<ComboOption>
  readonly columns: ReadonlyArray<string>
}) => {
  const value = own(draft.values, blank.key) ?? noValue
  const source = sourceOf(value, draft.who)
  const set = (change: Partial<Value>) =>
    update({ values: { ...draft.values, [blank.key]: { ...value, source, ...change } } })
  const formats = formatsOf(fields.get(value.field))
  const title = titleOf(blank)
  const named = (what: string) => ({ unseen: true, label: `${title}: ${what}` })
  const other = draft.who === "audience" ? "field" : "column"
  const around = wordsAround(template, blank)
  const error = refusal?.at(placeOf(blank))
  const hint = blank.header !== null && blank.header !== "text" ? "The https URL of the file." : undefined
  return (
    <div class="compose-value" role="group" aria-label={title}>
      <div class="compose-value-head">
        <span class="field-label">{title}</span>
        {around !== undefined && (
          <span class="quiet cut" dir="auto">
            {around}
          </span>
        )}
      </div>
      <div class="compose-value-row">
        <Select
          aria-label={`Source of ${title}`}
          choices={([other, "text"] as const).map((value) => ({ value, title: sourceTitles[value] }))}
          value={source}
          onValue={(next) => set({ source: next })}
        />
        {source === "text" && (
          <TextField
            {...named("fixed text")}
            error={error}
            dir="auto"
            hint={hint}
            value={value.text}
            onValue={(next) => set({ text: next })}
          />
        )}
        {source === "field" && (
          <ComboboxField
            {...named("field")}
            error={error}
            options={options}
            value={value.field}
            placeholder="Choose a field"
            onValue={(next) => set({ field: next, format: "" })}
          />
        )}
        {source === "field" && formats.length > 1 && (
          <Select
            aria-label={`${title}: format`}
            choices={formats.map((format) => ({ value: format, title: formatTitles[format] }))}
            value={value.format === "" ? (formats[0] ?? "date_time") : value.format}
            onValue={(format) => set({ format })}
          />
        )}
        {source === "column" && (
          <ComboboxField
            {...named("column")}
            error={error}
            options={columns.map((column, at) => ({
              value: String(at),
              title: column === "" ? `Column ${formatNumber(at + 2)}` : column
            }))}
            value={value.column}
            placeholder="Choose a column"
            onValue={(next) => set({ column: next })}
          />
        )}
        {source !== "text" && (
          <TextField
            {...named("fallback")}
            placeholder="Fallback"
            dir="auto"
            value={value.fallback}
            onValue={(fallback) => set({ fallback })}
          />
        )}
      </div>
    </div>
  )
}

const titleOf = ({ header, name, part }: Blank): string => {
  if (part === "header") return headerTitles[header ?? "text"]
  return part === "body" ? `Text, value ${name}` : `Button, value ${name}`
}

/** Returns a few words of the template's body around a blank. */
const wordsAround = (template: Template, { card, name, part }: Blank): string | undefined => {
  const wording = (card === null ? template : template.cards?.[card])?.text?.body ?? ""
  if (part !== "body") return undefined
  const place = Array.from(wording.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)).find((found) => found[1] === name)
  if (place === undefined) return undefined
  const from = Math.max(0, place.index - 24)
  const to = place.index + place[0].length + 16
  const words = wording.slice(from, to).replace(/\s+/g, " ")
  return `${from > 0 ? "…" : ""}${words}${to < wording.length ? "…" : ""}`
}
