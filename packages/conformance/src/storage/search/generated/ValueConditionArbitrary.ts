import type { CustomField } from "@rollcall/core"
import { dayOfYear } from "@rollcall/core/operations"
import { valueKind } from "@rollcall/core/people"
import type { Bound, Condition, Interval, Searchable, TextTest, ValueEntry, ValueTest } from "@rollcall/core/storage"
import fc from "fast-check"

/**
 * Conditions on custom values. Operands are contacts' values for the same field or another field. `testOf` makes a
 * string test.
 */
export const valueConditionArbitrary = (
  contacts: ReadonlyArray<Searchable>,
  fields: ReadonlyArray<CustomField>,
  testOf: (text: fc.Arbitrary<string>) => fc.Arbitrary<TextTest>
): fc.Arbitrary<Condition> => {
  const field = fc.constantFrom(...fields.map(({ uuid }) => uuid))
  const all = contacts.flatMap(({ values }) => [...values.values()].flat())
  const anyTest = testArbitrary(all, testOf)
  const matches = fields.map(({ fieldType, uuid }) => {
    const entries = contacts.flatMap(({ values }) => values.get(uuid) ?? [])
    const own = testArbitrary(entries, testOf)
    const days = valueKind[fieldType] === "instant" ? [{ weight: 5, arbitrary: dayTestArbitrary(entries) }] : []
    return fc
      .oneof({ weight: 9, arbitrary: own }, { weight: 1, arbitrary: anyTest }, ...days)
      .map((test): Condition => ({ _tag: "ValueMatches", field: uuid, test }))
  })
  return fc.oneof(
    { weight: 1, arbitrary: fc.record({ _tag: fc.constant("ValuePresent"), field }) },
    { weight: 5, arbitrary: fc.oneof(...matches) },
    {
      weight: 1,
      arbitrary: fc.oneof(
        ...fields.map(({ fieldType, uuid }) => ({
          weight: valueKind[fieldType] === "texts" ? 2 * fields.length : 1,
          arbitrary: listArbitrary(contacts, uuid)
        }))
      )
    }
  )
}

const testArbitrary = (
  entries: ReadonlyArray<ValueEntry>,
  testOf: (text: fc.Arbitrary<string>) => fc.Arbitrary<TextTest>
): fc.Arbitrary<ValueTest> => {
  const texts = entries.flatMap((entry) => ("text" in entry ? [entry.text] : []))
  const numbers = entries.flatMap((entry) => ("text" in entry ? [] : [entry.number]))
  return fc.oneof(
    ...(texts.length > 0 ? [testOf(fc.constantFrom(...texts))] : []),
    ...(numbers.length > 0 || texts.length === 0 ? [numberTestArbitrary([...numbers, 0])] : [])
  )
}

const dayTestArbitrary = (entries: ReadonlyArray<ValueEntry>): fc.Arbitrary<ValueTest> => {
  const days = entries.flatMap((entry) => ("number" in entry ? (dayOfYear(entry.number) ?? []) : []))
  return fc.record({ _tag: fc.constant("NumberOnDay"), day: fc.constantFrom("02-29", ...days) })
}

const numberTestArbitrary = (numbers: ReadonlyArray<number>): fc.Arbitrary<ValueTest> => {
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...numbers) },
    { weight: 1, arbitrary: fc.constantFrom(...numbers).map((number) => number + 1) },
    { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) }
  )
  const bound: fc.Arbitrary<Bound<number>> = fc.record({ value, inclusive: fc.boolean() })
  const interval: fc.Arbitrary<Interval<number>> = fc.oneof(
    value.map((value) => ({ min: { value, inclusive: true }, max: { value, inclusive: true } })),
    fc.record({ min: bound }),
    fc.record({ max: bound }),
    fc.record({ min: bound, max: bound })
  )
  return fc.record({ _tag: fc.constant("NumberWithin"), interval })
}

/** A contact's set of options, or that set with one option added, removed or replaced. */
const listArbitrary = (contacts: ReadonlyArray<Searchable>, field: CustomField["uuid"]): fc.Arbitrary<Condition> => {
  const lists = contacts.map(({ values }) =>
    (values.get(field) ?? []).flatMap((entry) => ("text" in entry ? [entry.text] : []))
  )
  const whole = fc.constantFrom(...lists)
  const elements = ["x", ...new Set(lists.flat())]
  const texts = fc.oneof(
    { weight: 3, arbitrary: whole.chain((list) => fc.shuffledSubarray(list, { minLength: list.length })) },
    { weight: 1, arbitrary: whole.chain((list) => fc.shuffledSubarray(list)) },
    { weight: 1, arbitrary: fc.tuple(whole, fc.constantFrom(...elements)).map(([list, more]) => [...list, more]) }
  )
  return texts.map((texts) => ({ _tag: "ValuesAre", field, texts: [...new Set(texts.length > 0 ? texts : ["x"])] }))
}
