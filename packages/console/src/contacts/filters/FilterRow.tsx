import { IconButton } from "../../ui/Button.tsx"
import { Combobox } from "../../ui/forms/Combobox.tsx"
import { Select } from "../../ui/forms/Select.tsx"
import type { Refusal } from "../../api/Refusal.ts"
import type { ContactField, ContactFields } from "../ContactFields.ts"
import {
  adapted,
  arityOf,
  type FieldKind,
  type Filter,
  type FilterNode,
  type Operator,
  operatorsOf,
  operatorTitle
} from "./Filter.ts"
import { ValueInput } from "./ValueInput.tsx"

/** Sets the filters. Typing replaces the URL; other changes push a new one. */
export type SetFilters<Node> = (node: Node, how?: "push" | "replace") => void

export interface FilterContext {
  readonly fields: ContactFields
  /** The error of the last search, with the paths of its filters. */
  readonly refusal: Refusal | undefined
  readonly places: ReadonlyMap<FilterNode, string>
}

/** A condition: a field, an operator of the field, and a value of its kind. */
export const FilterRow = ({
  context: { fields, places, refusal },
  filter,
  onFilter,
  onRemove
}: {
  readonly context: FilterContext
  readonly filter: Filter
  readonly onFilter: SetFilters<Filter>
  readonly onRemove: () => void
}) => {
  const field: ContactField = fields.get(filter.field) ?? { key: filter.field, title: filter.field, kind: "text" }
  const place = places.get(filter)
  const error = place === undefined ? undefined : refusal?.at(place)
  const options = Array.from(fields.values(), ({ custom, key, title }) => ({
    value: key,
    title,
    ...(custom === undefined ? {} : { hint: "custom" })
  }))
  const operators = operatorsOf[field.kind]
  const offered = operators.includes(filter.operator) ? operators : [filter.operator, ...operators]

  const chooseField = (key: string) => {
    const next = fields.get(key)
    if (next === undefined || key === filter.field) return
    const [first = "equals"] = operatorsOf[next.kind]
    const operator = operatorsOf[next.kind].includes(filter.operator) ? filter.operator : first
    // A typed value may be meant for the new field. An option, a list or a segment belongs to the old field.
    const value = next.kind === field.kind && !hasOptions.includes(next.kind) ? filter.value : ""
    onFilter({ ...filter, field: key, operator, value: adapted(value, arityOf(next.kind, operator)) })
  }
  const chooseOperator = (operator: Operator) => {
    const [before, after] = [filter.operator, operator].map((choice) => formOf(field.kind, choice))
    const value = before === after ? filter.value : ""
    onFilter({ ...filter, operator, value: adapted(value, arityOf(field.kind, operator)) })
  }
  return (
    <div class="filters-row">
      <Combobox
        label="Field"
        options={
          options.some(({ value }) => value === field.key)
            ? options
            : [{ value: field.key, title: field.title }, ...options]
        }
        value={field.key}
        onValue={chooseField}
      />
      <Select
        aria-label="Comparison"
        choices={offered.map((value) => ({ value, title: operatorTitle(field.kind, value) }))}
        value={filter.operator}
        onValue={chooseOperator}
      />
      <div class="filters-value">
        <ValueInput
          field={field}
          operator={filter.operator}
          value={filter.value}
          invalid={error !== undefined}
          onValue={(value, how) => onFilter({ ...filter, value }, how)}
        />
      </div>
      <IconButton icon="close" label={`Remove the condition on ${field.title}`} onClick={onRemove} />
      {error !== undefined && <p class="field-error filters-error">{error}</p>}
    </div>
  )
}

const hasOptions: ReadonlyArray<FieldKind> = ["option", "options", "set"]

/**
 * Returns the format of a value. A value is kept if the new operator uses the same format. A day of any year is not a date.
 */
const formOf = (kind: FieldKind, operator: Operator): string =>
  kind === "instant" && (operator === "contains" || operator === "not_contains") ? "day" : "value"
