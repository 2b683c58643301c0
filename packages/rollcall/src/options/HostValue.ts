import { type Brand, DateTime, Option, Redacted, type Schema } from "effect"

/** A library value as the host gets it: timestamps are `Date`, absent values are null, uuids are strings. */
export type HostValue<A> = [Schema.Json] extends [A]
  ? A
  : A extends DateTime.Utc
    ? Date
    : A extends Option.Option<infer Value>
      ? HostValue<Value> | null
      : A extends Redacted.Redacted<infer Value>
        ? Value
        : A extends string & Brand.Brand<string>
          ? string
          : A extends ReadonlyArray<infer Item>
            ? ReadonlyArray<HostValue<Item>>
            : A extends object
              ? { readonly [Member in keyof A]: HostValue<A[Member]> }
              : A

/** Converts a library value for the host. */
export function toHostValue<A>(value: A): HostValue<A>
export function toHostValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((item: unknown) => toHostValue(item))
  if (DateTime.isDateTime(value)) return DateTime.toDateUtc(value)
  if (Option.isOption(value)) return Option.match(value, { onNone: () => null, onSome: (one) => toHostValue(one) })
  if (Redacted.isRedacted(value)) return Redacted.value(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [name, toHostValue(member)])
  )
}
