/** The reason why a string is not an identifier. */
export type Unread =
  | "empty"
  | "placeholder"
  | "no_address"
  | "no_digits"
  | "too_few_digits"
  | "too_many_digits"
  | "rounded"
  | "decimal"
  | "date"
  | "letters"
  | "unclear"

/** A string that is not an identifier. Such a string matches no contact. */
export interface None {
  readonly _tag: "None"
  readonly why: Unread
}

/** The result of reading a string as an identifier. */
export type Reading<A> =
  | { readonly _tag: "One"; readonly value: A }
  /** One identifier and some other text. */
  | { readonly _tag: "WithRemark"; readonly value: A; readonly remark: string }
  /** Several identifiers. `value` is the first identifier, and `others` are the other complete identifiers. */
  | { readonly _tag: "Several"; readonly value: A; readonly others: ReadonlyArray<A> }
  | None

export const one = <A>(value: A): Reading<A> => ({ _tag: "One", value })

export const none = (why: Unread): None => ({ _tag: "None", why })

/** Returns the first identifier, or null. */
export const valueIn = <A>(reading: Reading<A>): A | null => (reading._tag === "None" ? null : reading.value)

/** Returns all identifiers in a string, in order. */
export const valuesIn = <A>(reading: Reading<A>): ReadonlyArray<A> => {
  if (reading._tag === "None") return []
  return reading._tag === "Several" ? [reading.value, ...reading.others] : [reading.value]
}

/**
 * Maps the values of a reading. If the first value maps to `None`, the result is that `None`; other such values are
 * dropped.
 */
export const mapReading = <A, B>(reading: Reading<A>, read: (value: A) => B | None): Reading<B> => {
  if (reading._tag === "None") return reading
  const value = read(reading.value)
  if (isNone(value)) return value
  if (reading._tag === "One") return one(value)
  if (reading._tag === "WithRemark") return { ...reading, value }
  const others = reading.others.flatMap((other) => {
    const mapped = read(other)
    return isNone(mapped) ? [] : [mapped]
  })
  return { _tag: "Several", value, others }
}

const isNone = (value: unknown): value is None =>
  typeof value === "object" && value !== null && "_tag" in value && value._tag === "None"
