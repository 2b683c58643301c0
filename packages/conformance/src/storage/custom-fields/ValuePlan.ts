import type { CustomField } from "@rollcall/core"
import type { CustomFieldValue } from "@rollcall/core/people"
import { DateTime } from "effect"
import fc from "fast-check"
import { boundaryMillis } from "../shared/InstantArbitrary.ts"
import { textArbitrary } from "../shared/TextArbitrary.ts"

/** The parts of a value for a field whose type is known only when the command runs. */
export interface ValuePlan {
  readonly kind: "right" | "null" | "wrong"
  readonly text: string
  readonly integer: number
  readonly decimal: number
  readonly at: number
  readonly choices: ReadonlyArray<number>
}

export const valuePlanArbitrary: fc.Arbitrary<ValuePlan> = fc.record({
  kind: fc.oneof(
    { weight: 16, arbitrary: fc.constant("right" as const) },
    { weight: 2, arbitrary: fc.constant("null" as const) },
    { weight: 1, arbitrary: fc.constant("wrong" as const) }
  ),
  text: fc.oneof(fc.constantFrom("a", "A", "ß", "100%", "__proto__", " x ", "", " "), textArbitrary),
  integer: fc.oneof(fc.constantFrom(0, 1, -1, 10), fc.maxSafeInteger()),
  decimal: fc.oneof(fc.constantFrom(0, -0, 0.1, 10, -2.5), fc.double({ noNaN: true, noDefaultInfinity: true })),
  at: fc.nat({ max: 60 }),
  choices: fc.array(fc.nat({ max: 7 }), { maxLength: 4 })
})

/** Returns a value for a field: valid, null, or a value that most fields reject. */
export const valueOf = (field: CustomField | undefined, plan: ValuePlan): unknown => {
  if (plan.kind === "null") return null
  if (plan.kind === "wrong" || field === undefined) return Object.fromEntries([["__proto__", plan.text]])
  return rightValue(field, plan)
}

const rightValue = (field: CustomField, plan: ValuePlan): CustomFieldValue => {
  const { at, choices, decimal, integer, text } = plan
  const instant = DateTime.formatIso(DateTime.makeUnsafe(boundaryMillis[at % boundaryMillis.length] ?? 0))
  switch (field.fieldType) {
    case "text":
      return text
    case "number:integer":
      return integer
    case "number:decimal":
    case "number:percentage":
      return decimal
    case "checkbox":
      return at % 2 === 0
    case "date":
    case "date:relative":
      return instant.slice(0, 10)
    case "date:date_time":
      return at % 3 === 0 ? `${instant.slice(0, -1)}+05:45` : instant
    case "date:time":
      return at % 3 === 0 ? "09:30" : `${String(at % 24).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}:59`
    case "select":
      return optionOf(field, at)
    case "multiselect":
      return [...new Set(choices)].map((choice) => optionOf(field, choice))
    case "user":
      return `0000000${at % 4}-AAAA-4aaa-8aaa-aaaaaaaaaaaa`
  }
}

/** Returns the key, uuid or label of an option, including archived options. */
const optionOf = ({ selectOptions }: CustomField, at: number): string => {
  const options = selectOptions ?? []
  const option = options[at % options.length]
  if (option === undefined) return "none"
  return [option.fieldKey, option.uuid.toUpperCase(), option.displayLabel][Math.trunc(at / 7) % 3] ?? option.fieldKey
}
