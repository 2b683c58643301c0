import { Input } from "../../ui/forms/FormField.tsx"
import { choicesOf, Select } from "../../ui/forms/Select.tsx"
import type { ContactField } from "../ContactFields.ts"
import { arityOf, type FilterValue, type Operator } from "./Filter.ts"
import { ChoicesInput, SetInput } from "./ManyInput.tsx"
import { formatMonth } from "../../texts/Text.ts"

interface ValueInputProps {
  readonly field: ContactField
  readonly operator: Operator
  readonly value: FilterValue
  readonly invalid: boolean
  readonly onValue: (value: FilterValue, how?: "push" | "replace") => void
}

/** The input of a filter's value, depending on its field's kind and its operator. */
export const ValueInput = (props: ValueInputProps) => {
  const { field, onValue, operator, value } = props
  const list = typeof value === "string" ? [value] : value
  switch (arityOf(field.kind, operator)) {
    case "none":
      return null
    case "two": {
      const [from = "", to = ""] = list
      return (
        <div class="filters-pair">
          <PartInput {...props} label="from" part={from} onPart={(part) => onValue([part, to], "replace")} />
          <span class="quiet">and</span>
          <PartInput {...props} label="to" part={to} onPart={(part) => onValue([from, part], "replace")} />
        </div>
      )
    }
    case "many": {
      const chosen = list.filter((part) => part !== "")
      return field.kind === "set" ? (
        <SetInput of={field.key === "segment_uuid" ? "segment" : "list"} chosen={chosen} onChosen={onValue} />
      ) : (
        <ChoicesInput choices={field.choices ?? []} chosen={chosen} onChosen={onValue} />
      )
    }
    case "one":
      return <PartInput {...props} label="value" part={list[0] ?? ""} onPart={onValue} />
  }
}

interface PartInputProps extends Omit<ValueInputProps, "value" | "onValue"> {
  readonly label: string
  readonly part: string
  readonly onPart: (value: string, how?: "push" | "replace") => void
}

const PartInput = ({ field, invalid, label, part, onPart, operator }: PartInputProps) => {
  const shared = { "aria-label": `${field.title}: ${label}`, "aria-invalid": invalid }
  if (field.kind === "boolean") return <YesOrNo {...shared} part={part} onPart={onPart} />
  if (field.kind === "option" && (operator === "equals" || operator === "not_equals")) {
    const choices = (field.choices ?? []).map(({ title, value }) => ({ value, title }))
    return <Select {...shared} choices={[{ value: "", title: "Choose…" }, ...choices]} value={part} onValue={onPart} />
  }
  if (field.kind === "instant" && (operator === "contains" || operator === "not_contains")) {
    return <DayOfYear {...shared} part={part} onPart={onPart} />
  }
  const isDate = field.kind === "instant" && (part === "" || /^\d{4}-\d\d-\d\d$/.test(part))
  const isNumber = field.kind === "integer" || field.kind === "decimal"
  return (
    <Input
      {...shared}
      class={isNumber ? "input numbers" : "input"}
      type={isDate ? "date" : "text"}
      {...(isNumber ? { inputMode: "decimal" } : {})}
      autoComplete="off"
      value={part}
      onInput={(event) => onPart(event.currentTarget.value, "replace")}
    />
  )
}

interface PartProps {
  readonly "aria-label": string
  readonly "aria-invalid": boolean
  readonly part: string
  readonly onPart: (value: string) => void
}

const YesOrNo = ({ part, onPart, ...shared }: PartProps) => (
  <Select
    {...shared}
    choices={choicesOf({ "": "Choose…", true: "Yes", false: "No" })}
    value={part === "true" || part === "false" ? part : ""}
    onValue={onPart}
  />
)

const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, "0"))
const days = Array.from({ length: 31 }, (_, day) => String(day + 1).padStart(2, "0"))

/** An input for a day of any year, such as a birthday, as `-04-02` in the API. */
const DayOfYear = ({ part, onPart, ...shared }: PartProps) => {
  const [, month = "", day = ""] = /^-{1,2}(\d\d)?-?(\d\d)?$/.exec(part) ?? []
  const label = shared["aria-label"]
  return (
    <div class="filters-pair">
      <Select
        {...shared}
        aria-label={`${label}, Day`}
        choices={[{ value: "", title: "Day" }, ...days.map((value) => ({ value, title: String(Number(value)) }))]}
        value={day}
        onValue={(next) => onPart(asDay(month === "" ? "01" : month, next))}
      />
      <Select
        {...shared}
        aria-label={`${label}, Month`}
        choices={[
          { value: "", title: "Month" },
          ...months.map((value) => ({ value, title: formatMonth(Number(value)) }))
        ]}
        value={month}
        onValue={(next) => onPart(asDay(next, day === "" ? "01" : day))}
      />
    </div>
  )
}

const asDay = (month: string, day: string): string => (month === "" || day === "" ? "" : `-${month}-${day}`)
