import type { PartialSelectHTMLAttributes } from "preact"
import { keysOf } from "../../reading/Reader.ts"
import { FormField, type FormFieldProps } from "./FormField.tsx"
import type { BadgeTitles } from "../Badge.tsx"

export interface Choice<Value extends string> {
  readonly value: Value
  readonly title: string
  /** The group of the choice. Choices of a group must be adjacent. */
  readonly group?: string
}

/** Choices with their titles, in the order of the titles. */
export const choicesOf = <Value extends string>(
  titles: Readonly<Record<Value, string>>
): ReadonlyArray<Choice<Value>> => keysOf(titles).map((value) => ({ value, title: titles[value] }))

/** Returns choices for titles with tones. */
export const choicesIn = <Value extends string>(titles: BadgeTitles<Value>): ReadonlyArray<Choice<Value>> =>
  keysOf(titles).map((value) => ({ value, title: titles[value][0] }))

/** Returns the choices, including the current value if it is no longer offered or unknown. */
export const withChosen = <Value extends string>(
  choices: ReadonlyArray<Choice<Value>>,
  chosen: Value,
  title: string = chosen
): ReadonlyArray<Choice<Value>> =>
  choices.some(({ value }) => value === chosen) ? choices : [...choices, { value: chosen, title }]

type SelectProps<Value extends string> = {
  readonly choices: ReadonlyArray<Choice<Value>>
  readonly value: Value
  readonly onValue: (value: Value) => void
} & Omit<PartialSelectHTMLAttributes<HTMLSelectElement>, "value" | "onChange" | "role" | "multiple" | "size">

/** A native select. */
export const Select = <Value extends string>({ choices, onValue, value, ...rest }: SelectProps<Value>) => (
  <span class="select">
    <select
      {...rest}
      value={value}
      onChange={(event) => {
        const chosen = choices.find((choice) => choice.value === event.currentTarget.value)
        if (chosen) onValue(chosen.value)
      }}
    >
      {grouped(choices).map(({ group, members }) => {
        const options = members.map((choice) => (
          <option key={choice.value} value={choice.value} selected={choice.value === value}>
            {choice.title}
          </option>
        ))
        return group === undefined ? options : <optgroup key={group} label={group} children={options} />
      })}
    </select>
  </span>
)

/** A select with a label, a hint and an error. */
export const SelectField = <Value extends string>({
  choices,
  onValue,
  value,
  ...field
}: FormFieldProps & Pick<SelectProps<Value>, "choices" | "value" | "onValue">) => (
  <FormField {...field}>{(props) => <Select {...props} choices={choices} value={value} onValue={onValue} />}</FormField>
)

const grouped = <Value extends string>(choices: ReadonlyArray<Choice<Value>>) => {
  const groups: Array<{ readonly group: string | undefined; readonly members: Array<Choice<Value>> }> = []
  for (const choice of choices) {
    const last = groups.at(-1)
    if (last !== undefined && last.group === choice.group) last.members.push(choice)
    else groups.push({ group: choice.group, members: [choice] })
  }
  return groups
}
