import type { Contact, CustomField } from "@rollcall/core"
import { type Filter, valueKind, type ValueKind } from "@rollcall/core/people"
import { Predicate } from "effect"
import fc from "fast-check"
import { dataTypeFor, filterOf, operatorsOf } from "../../custom-fields/FieldOperators.ts"

/** The operands that custom and predefined fields share. */
interface Operands {
  /** Returns an arbitrary for a string in another spelling, or a part of it. */
  readonly spelled: (text: fc.Arbitrary<string>) => fc.Arbitrary<string>
  readonly date: fc.Arbitrary<string>
}

/** Valid filters on custom fields: every operator that the type takes, with contacts' values. */
export const valueFilterArbitrary = (
  contacts: ReadonlyArray<Contact>,
  fields: ReadonlyArray<CustomField>,
  operands: Operands
): fc.Arbitrary<Filter> =>
  fc.oneof(
    ...fields.map((field) => {
      const value = operandArbitrary(contacts, field, operands)
      const about = { field: field.fieldKey, dataType: dataTypeFor(field.fieldType) }
      return filterArbitrary(about, valueKind[field.fieldType], value)
    })
  )

export const filterArbitrary = (
  about: Pick<Filter, "field" | "dataType">,
  kind: ValueKind,
  value: fc.Arbitrary<unknown>
): fc.Arbitrary<Filter> =>
  fc
    .tuple(fc.constantFrom(...operatorsOf[kind]), value, value)
    .map(([operator, first, last]) => filterOf(about, kind, operator, first, last))

const operandArbitrary = (
  contacts: ReadonlyArray<Contact>,
  field: CustomField,
  { date, spelled }: Operands
): fc.Arbitrary<unknown> => {
  const given = contacts.flatMap(({ customFields }) => {
    const value = Object.hasOwn(customFields, field.fieldKey) ? customFields[field.fieldKey] : undefined
    return value === undefined ? [] : [value]
  })
  const values = given.flat()
  const lists = given.flatMap((value) => (typeof value === "object" ? [[...value]] : []))
  const texts = [...values.filter(Predicate.isString), ...optionNames(field)]
  const numbers = values.filter(Predicate.isNumber)
  switch (valueKind[field.fieldType]) {
    case "text":
      return spelled(fc.constantFrom("x", ...texts))
    case "texts": {
      const element = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...texts) }, spelled(fc.constantFrom(...texts)))
      const some = lists.map((list) => fc.shuffledSubarray(list, { minLength: 1 }))
      return fc.oneof(
        element,
        fc.array(element, { minLength: 1, maxLength: 3 }),
        ...(some.length > 0 ? [fc.oneof(...some)] : [])
      )
    }
    case "integer":
      return inDigits(fc.oneof(fc.constantFrom(...numbers), fc.integer({ min: -2, max: 11 })))
    case "decimal":
      return inDigits(fc.oneof(fc.constantFrom(...numbers), fc.double({ noNaN: true, noDefaultInfinity: true })))
    case "instant":
      return fc.oneof(date, fc.constantFrom("2024-02-29", ...texts))
    case "boolean":
      return fc.constantFrom(true, false, "true", "false")
  }
}

const inDigits = (number: fc.Arbitrary<number>): fc.Arbitrary<unknown> =>
  fc.oneof(
    number,
    number.map((number) => ` ${number}`)
  )

/** Returns the names of all options: keys, uuids and labels. */
const optionNames = ({ selectOptions }: CustomField): ReadonlyArray<string> =>
  (selectOptions ?? []).flatMap(({ displayLabel, fieldKey, uuid }) => [fieldKey, uuid.toUpperCase(), displayLabel])
