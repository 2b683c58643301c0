import type { CustomField } from "@rollcall/core"
import { dayOfYear, fold } from "@rollcall/core/operations"
import { allOf, anyOf, not } from "@rollcall/core/people"
import {
  booleanNames,
  type Bound,
  type Condition,
  instantNames,
  type InstantSpan,
  type Interval,
  textForms,
  type Searchable,
  textNames,
  type TextTest
} from "@rollcall/core/storage"
import fc from "fast-check"
import { boundaryMillis } from "../../shared/InstantArbitrary.ts"
import { textArbitrary } from "../../shared/TextArbitrary.ts"
import { valueConditionArbitrary } from "./ValueConditionArbitrary.ts"

/**
 * Conditions on predefined fields, the given custom fields and lists. Their operands are contacts' values or parts of
 * them.
 */
export const conditionArbitrary = (
  contacts: ReadonlyArray<Searchable>,
  fields: ReadonlyArray<CustomField> = [],
  lists: ReadonlyArray<{ readonly uuid: string }> = []
): fc.Arbitrary<Condition> => {
  const predefined = fc.oneof(
    { weight: 7, arbitrary: leafArbitrary(contacts) },
    ...(lists.length === 0 ? [] : [{ weight: 1, arbitrary: memberArbitrary(lists) }])
  )
  const leaf =
    fields.length === 0
      ? predefined
      : fc.oneof(
          { weight: 3, arbitrary: predefined },
          { weight: 2, arbitrary: valueConditionArbitrary(contacts, fields, textTestArbitrary) },
          { weight: 1, arbitrary: alternativesArbitrary(contacts, fields, predefined) }
        )
  return fc.letrec<{ tree: Condition }>((tie) => {
    const parts = fc.array(tie("tree"), { maxLength: 3 })
    return {
      tree: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        { weight: 5, arbitrary: leaf },
        { weight: 1, arbitrary: parts.map(allOf) },
        { weight: 2, arbitrary: parts.map(anyOf) },
        { weight: 2, arbitrary: tie("tree").map(not) }
      )
    }
  }).tree
}

/** An OR of conditions on one custom field: only the OR, negated, or after another condition. */
const alternativesArbitrary = (
  contacts: ReadonlyArray<Searchable>,
  fields: ReadonlyArray<CustomField>,
  other: fc.Arbitrary<Condition>
): fc.Arbitrary<Condition> => {
  const ofOne = fields.map((field) =>
    fc.array(valueConditionArbitrary(contacts, [field], textTestArbitrary), { minLength: 2, maxLength: 3 })
  )
  const alternatives = fc.oneof(...ofOne).map(anyOf)
  const beside = fc.tuple(other, alternatives).map(allOf)
  return fc.oneof(alternatives, alternatives.map(not), { weight: 3, arbitrary: beside })
}

const memberArbitrary = (lists: ReadonlyArray<{ readonly uuid: string }>): fc.Arbitrary<Condition> =>
  fc.constantFrom(...lists).map(({ uuid }) => ({ _tag: "MemberOf", set: uuid }))

/** A test with one of these strings or a part of it. */
const textTestArbitrary = (text: fc.Arbitrary<string>): fc.Arbitrary<TextTest> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ _tag: fc.constant("TextEquals"), text }) },
    {
      weight: 4,
      arbitrary: fc.record({
        _tag: fc.constantFrom("TextContains", "TextStartsWith", "TextEndsWith"),
        text: text.chain(part)
      })
    },
    {
      weight: 2,
      arbitrary: fc.record({ _tag: fc.constant("TextWithin"), interval: intervalArbitrary(text.chain(part)) })
    }
  )

const leafArbitrary = (contacts: ReadonlyArray<Searchable>): fc.Arbitrary<Condition> => {
  const field = fc.constantFrom(...textNames)
  const formsOf = (wanted: "by digits" | "by key" | "to the letter" | "in order" | "without accents") => {
    const names = Array.from(textForms).flatMap(([name, { compared }]) => (compared === wanted ? name : []))
    return [names, names.flatMap((name) => contacts.flatMap(({ text }) => text[name] ?? []))] as const
  }
  const [digitNames, digits] = formsOf("by digits")
  const [exact, ids] = formsOf("to the letter")
  const [unaccented, plain] = formsOf("without accents")
  const [keyNames, keys] = formsOf("by key")
  const [orderNames, names] = formsOf("in order")
  const ordered = fc.constantFrom(...orderNames)
  const name = fc.constantFrom(...names, "a")
  return fc.oneof(
    fc.record({ _tag: fc.constant("TextPresent"), field }),
    {
      weight: 7,
      arbitrary: fc
        .tuple(field, textTestArbitrary(foldedArbitrary(contacts)))
        .map(([field, test]): Condition => ({ ...test, field }))
    },
    {
      weight: 2,
      arbitrary: fc.record({
        _tag: fc.constantFrom("TextContains", "TextEquals", "TextStartsWith"),
        field: fc.constantFrom(...digitNames),
        text: fc.constantFrom(...digits, "0").chain(part)
      })
    },
    fc.record({
      _tag: fc.constant("TextEquals"),
      field: fc.constantFrom(...exact),
      text: fc.constantFrom(...ids, "0")
    }),
    fc.record({
      _tag: fc.constant("TextContains"),
      field: fc.constantFrom(...unaccented),
      text: fc.constantFrom(...plain, "'").chain(part)
    }),
    fc.record({ _tag: fc.constant("TextPresent"), field: ordered }),
    fc.record({ _tag: fc.constantFrom("TextEquals", "TextStartsWith"), field: ordered, text: name.chain(part) }),
    fc.record({ _tag: fc.constant("TextWithin"), field: ordered, interval: intervalArbitrary(name.chain(part)) }),
    fc.record({
      _tag: fc.constant("TextAmong"),
      field: fc.constantFrom(...textNames, ...orderNames, ...keyNames, ...exact),
      texts: fc.uniqueArray(fc.oneof(fc.constantFrom(...keys, ...ids, ...names, "0"), foldedArbitrary(contacts)), {
        minLength: 1,
        maxLength: 4
      })
    }),
    fc.record({
      _tag: fc.constant("UuidAmong"),
      uuids: fc.uniqueArray(fc.constantFrom(...contacts.map(({ uuid }) => uuid), noUuid), {
        minLength: 1,
        maxLength: 4
      })
    }),
    fc.record({ _tag: fc.constant("InstantPresent"), field: fc.constantFrom(...instantNames) }),
    {
      weight: 2,
      arbitrary: fc.record({
        _tag: fc.constant("InstantWithin"),
        field: fc.constantFrom(...instantNames),
        span: spanArbitrary
      })
    },
    fc.record({ _tag: fc.constant("InstantOnDay"), field: fc.constantFrom(...instantNames), day: dayArbitrary }),
    fc.record({ _tag: fc.constant("BooleanIs"), field: fc.constantFrom(...booleanNames), value: fc.boolean() })
  )
}

const noUuid = "00000000-0000-4000-8000-000000000000"

/** A contact's value in folded form; sometimes a random value. */
const foldedArbitrary = (contacts: ReadonlyArray<Searchable>): fc.Arbitrary<string> => {
  const values = contacts.flatMap((contact) => textNames.flatMap((name) => contact.text[name] ?? []))
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...new Set(values)) },
    { weight: 1, arbitrary: textArbitrary.map((text) => fold(text) || "x") }
  )
}

/** A part of a string: at least one code point, often short, often a prefix or suffix. */
export const part = (text: string): fc.Arbitrary<string> => {
  const points = [...text]
  const length = fc.oneof(
    fc.integer({ min: 1, max: Math.min(3, points.length) }),
    fc.integer({ min: 1, max: points.length })
  )
  return length.chain((length) => {
    const last = points.length - length
    const from = fc.oneof(fc.constantFrom(0, last), fc.integer({ min: 0, max: last }))
    return from.map((from) => points.slice(from, from + length).join(""))
  })
}

const intervalArbitrary = (value: fc.Arbitrary<string>): fc.Arbitrary<Interval<string>> => {
  const bound: fc.Arbitrary<Bound<string>> = fc.record({ value, inclusive: fc.boolean() })
  return fc.oneof(fc.record({ min: bound }), fc.record({ max: bound }), fc.record({ min: bound, max: bound }))
}

const millis = fc.constantFrom(...boundaryMillis)
/** Days of some contacts, and 29 February. */
const dayArbitrary = fc.oneof(
  millis.map((at) => dayOfYear(at) ?? "02-29"),
  fc.constant("02-29")
)
const spanArbitrary: fc.Arbitrary<InstantSpan> = fc.oneof(
  fc.record({ from: millis }),
  fc.record({ until: millis }),
  fc.record({ from: millis, until: millis })
)
