/** Why a text is no identifier. */
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

/** `None` says why the text is no identifier: it has no key and no address, and so it matches nobody. */
export interface None {
  readonly _tag: "None"
  readonly why: Unread
}

/** What a text says as an identifier. Whatever reads identifiers reads them by this. */
export type Reading<A> =
  /** The text is one identifier. */
  | { readonly _tag: "One"; readonly value: A }
  /** One identifier, and something else that is no part of it. */
  | { readonly _tag: "WithRemark"; readonly value: A; readonly remark: string }
  /** The first of several identifiers, and the others as far as they are complete. */
  | { readonly _tag: "Several"; readonly value: A; readonly others: ReadonlyArray<A> }
  | None

export const one = <A>(value: A): Reading<A> => ({ _tag: "One", value })

export const none = (why: Unread): None => ({ _tag: "None", why })

/** The identifier that counts: the first one. Null for none. */
export const valueIn = <A>(reading: Reading<A>): A | null => (reading._tag === "None" ? null : reading.value)

/** All identifiers in a string. The used reading comes first. */
export const valuesIn = <A>(reading: Reading<A>): ReadonlyArray<A> => {
  if (reading._tag === "None") return []
  return reading._tag === "Several" ? [reading.value, ...reading.others] : [reading.value]
}

/** A reading with other values. A value that turns out to be none makes it none; another one is left out. */
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
