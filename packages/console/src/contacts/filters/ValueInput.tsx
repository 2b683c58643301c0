import { Input } from "../../ui/forms/FormField.tsx"
import { Select } from "../../ui/forms/Select.tsx"
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

/** The input for what a filter compares with, by the kind of its field and by its operator. */
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
          <OneInput {...props} label="from" one={from} onOne={(one) => onValue([one, to], "replace")} />
          <span class="quiet">and</span>
          <OneInput {...props} label="to" one={to} onOne={(one) => onValue([from, one], "replace")} />
        </div>
      )
    }
    case "many": {
      const chosen = list.filter((one) => one !== "")
      return field.kind === "set" ? (
        <SetInput of={field.key === "segment_uuid" ? "segments" : "lists"} chosen={chosen} onChosen={onValue} />
      ) : (
        <ChoicesInput choices={field.choices ?? []} chosen={chosen} onChosen={onValue} />
      )
    }
    case "one":
      return <OneInput {...props} label="value" one={list[0] ?? ""} onOne={onValue} />
  }
}

interface OneInputProps extends Omit<ValueInputProps, "value" | "onValue"> {
  readonly label: string
  readonly one: string
  readonly onOne: (value: string, how?: "push" | "replace") => void
}

const OneInput = ({ field, invalid, label, one, onOne, operator }: OneInputProps) => {
  const shared = { "aria-label": `${field.title}: ${label}`, "aria-invalid": invalid }
  if (field.kind === "boolean") return <YesOrNo {...shared} one={one} onOne={onOne} />
  if (field.kind === "option" && (operator === "equals" || operator === "not_equals")) {
    const choices = (field.choices ?? []).map(({ title, value }) => ({ value, title }))
    return <Select {...shared} choices={[{ value: "", title: "Choose…" }, ...choices]} value={one} onValue={onOne} />
  }
  if (field.kind === "instant" && (operator === "contains" || operator === "not_contains")) {
    return <DayOfYear {...shared} one={one} onOne={onOne} />
  }
  const isDate = field.kind === "instant" && (one === "" || /^\d{4}-\d\d-\d\d$/.test(one))
  const isNumber = field.kind === "integer" || field.kind === "decimal"
  return (
    <Input
      {...shared}
      class={isNumber ? "input numbers" : "input"}
      type={isDate ? "date" : "text"}
      {...(isNumber ? { inputMode: "decimal" } : {})}
      autoComplete="off"
      value={one}
      onInput={(event) => onOne(event.currentTarget.value, "replace")}
    />
  )
}

interface PartProps {
  readonly "aria-label": string
  readonly "aria-invalid": boolean
  readonly one: string
  readonly onOne: (value: string) => void
}

const YesOrNo = ({ one, onOne, ...shared }: PartProps) => (
  <Select
    {...shared}
    choices={[
      { value: "", title: "Choose…" },
      { value: "true", title: "Yes" },
      { value: "false", title: "No" }
    ]}
    value={one === "true" || one === "false" ? one : ""}
    onValue={onOne}
  />
)

const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, "0"))
const days = Array.from({ length: 31 }, (_, day) => String(day + 1).padStart(2, "0"))

/** A day of any year, such as a birthday, which the API writes `-04-02`. */
const DayOfYear = ({ one, onOne, ...shared }: PartProps) => {
  const [, month = "", day = ""] = /^-{1,2}(\d\d)?-?(\d\d)?$/.exec(one) ?? []
  const label = shared["aria-label"]
  return (
    <div class="filters-pair">
      <Select
        {...shared}
        aria-label={`${label}, Day`}
        choices={[{ value: "", title: "Day" }, ...days.map((value) => ({ value, title: String(Number(value)) }))]}
        value={day}
        onValue={(next) => onOne(asDay(month === "" ? "01" : month, next))}
      />
      <Select
        {...shared}
        aria-label={`${label}, Month`}
        choices={[
          { value: "", title: "Month" },
          ...months.map((value) => ({ value, title: formatMonth(Number(value)) }))
        ]}
        value={month}
        onValue={(next) => onOne(asDay(next, day === "" ? "01" : day))}
      />
    </div>
  )
}

const asDay = (month: string, day: string): string => (month === "" || day === "" ? "" : `-${month}-${day}`)
