import { Predicate, type Schema } from "effect"
import type { Dice } from "./Dice.ts"
import type { Document, SchemaPart } from "./Document.ts"

/** Strings that programs often handle incorrectly. */
const texts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff text",
  "‮evil‬",
  "👩‍👩‍👧‍👦".repeat(20),
  "İıſK",
  "é".normalize("NFD"),
  "%_\\",
  "' OR 1=1 --",
  '"; DROP TABLE contacts; --',
  "$1",
  "${x}",
  "__proto__",
  "constructor",
  "../../etc/passwd",
  "1e400",
  "NaN",
  "-0",
  "null",
  "true",
  "2026-02-30",
  "9999-12-31T23:59:60Z",
  "+49 30 901820",
  "a@b",
  "http://127.0.0.1/",
  "file:///etc/passwd",
  "00000000-0000-4000-8000-00000000dead",
  "x".repeat(257),
  "y".repeat(10_001),
  "\n\r\t\u2028"
] as const

const numbers = [
  0, -0, -1, 1, 0.1, 1e21, 1e308, -1e308, 5e-324, 2147483648, 9007199254740992, 1_000_000, 1_000_001
] as const

/** Returns a random hostile string. */
export const hostileText = (dice: Dice): string => dice.one(texts)

/** Returns a value with alternating arrays and objects, nested to a depth. */
const nested = (depth: number): Schema.Json => {
  let value: Schema.Json = "deep"
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Returns a random JSON value. */
const anything = (dice: Dice): Schema.Json =>
  dice.one<() => Schema.Json>([
    () => null,
    () => dice.happens(0.5),
    () => dice.one(numbers),
    () => [],
    () => ({}),
    () => nested(dice.one([2, 31, 33, 200])),
    () => Array.from({ length: dice.one([1, 51, 1_001]) }, () => hostileText(dice)),
    () => ({ [hostileText(dice)]: hostileText(dice) }),
    () => hostileText(dice)
  ])()

/** The probability that a value does not match its schema. */
const wrongShare = 0.12

const isPart = (value: Schema.Json | undefined): value is SchemaPart => Predicate.isReadonlyObject(value)

const isList = (value: Schema.Json | undefined): value is ReadonlyArray<Schema.Json> => Array.isArray(value)

const partsOf = (value: Schema.Json | undefined): ReadonlyArray<SchemaPart> =>
  isList(value) ? value.filter(isPart) : []

/** Returns a generator of values that mostly match a schema. */
export const valueOf = ({ components }: Document, dice: Dice) => {
  const from = (part: SchemaPart, depth: number): Schema.Json => {
    if (dice.happens(wrongShare) || depth > 12) return anything(dice)
    const { $ref, anyOf, oneOf, allOf, const: constant, enum: constants } = part
    if (typeof $ref === "string") {
      const named = components.schemas[$ref.slice($ref.lastIndexOf("/") + 1)]
      return named === undefined ? null : from(named, depth + 1)
    }
    if (constant !== undefined) return constant
    if (isList(constants)) return constants[dice.below(constants.length)] ?? null
    for (const several of [anyOf, oneOf]) {
      const choices = partsOf(several)
      const chosen = choices[dice.below(choices.length)]
      if (chosen !== undefined) return from(chosen, depth + 1)
    }
    const all = partsOf(allOf)
    if (all.length > 0 && part["type"] === undefined) {
      return from(Object.fromEntries(all.flatMap(Object.entries<Schema.Json>)), depth + 1)
    }
    return ofType(part, depth)
  }

  const ofType = (part: SchemaPart, depth: number): Schema.Json => {
    switch (part["type"]) {
      case "object":
        return ofProperties(part, depth)
      case "array": {
        const items = isPart(part["items"]) ? part["items"] : {}
        return Array.from({ length: dice.one([0, 1, 1, 2, 3, 51]) }, () => from(items, depth + 1))
      }
      case "integer":
      case "number":
        return dice.happens(0.5) ? dice.below(200) : dice.one(numbers)
      case "boolean":
        return dice.happens(0.5)
      case "null":
        return null
      case "string":
        return dice.happens(0.5) ? `text-${dice.below(1_000)}` : hostileText(dice)
      default:
        return anything(dice)
    }
  }

  const ofProperties = (part: SchemaPart, depth: number): Schema.Json => {
    const properties = isPart(part["properties"]) ? part["properties"] : {}
    const required = isList(part["required"]) ? part["required"] : []
    const present = Object.entries(properties).flatMap(([name, of]): ReadonlyArray<readonly [string, Schema.Json]> =>
      isPart(of) && dice.happens(required.includes(name) ? 0.97 : 0.4) ? [[name, from(of, depth + 1)]] : []
    )
    const extra = dice.happens(0.1) ? [[hostileText(dice), anything(dice)] as const] : []
    return Object.fromEntries([...present, ...extra])
  }

  return (part: SchemaPart) => from(part, 0)
}
