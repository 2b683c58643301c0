/** Reads a value of unknown type, such as from a URL or browser storage; undefined if it is invalid. */
export type Reader<A> = (value: unknown) => A | undefined

/** The type of the objects that a reader returns. */
export type ReadBy<R extends Reader<object>> = Readonly<NonNullable<ReturnType<R>>>

export const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const readText: Reader<string> = (value) => (typeof value === "string" ? value : undefined)

export const readBoolean: Reader<boolean> = (value) => (typeof value === "boolean" ? value : undefined)

export const readNumber: Reader<number> = (value) =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined

/** Returns the keys of an object, in its order. */
export const keysOf = <Key extends string>(titles: { readonly [Name in Key]?: unknown }): ReadonlyArray<Key> =>
  Object.keys(titles).filter((key): key is Key => Object.hasOwn(titles, key))

/** Returns the title of a name, or the name itself if it has no title, such as a name from a newer server. */
export const titleIn = (titles: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(titles, name) ? (titles[name] ?? name) : name

/** Reads one of the given values. */
export const readOneOf =
  <const A extends string>(values: ReadonlyArray<A>): Reader<A> =>
  (value) =>
    values.find((allowed) => allowed === value)

/** Reads a list. Undefined if an element does not fit. */
export const readList =
  <A>(read: Reader<A>): Reader<ReadonlyArray<A>> =>
  (value) => {
    if (!Array.isArray(value)) return undefined
    const list = value.map((element: unknown) => read(element)).filter((found) => found !== undefined)
    return list.length === value.length ? list : undefined
  }

/** Reads an object with values of a single type. */
export const readRecord =
  <A>(read: Reader<A>): Reader<{ readonly [key: string]: A }> =>
  (value) => {
    if (!isRecord(value)) return undefined
    const found = Object.entries(value).map(([key, element]) => [key, read(element)] as const)
    const entries = found.flatMap(([key, element]) => (element === undefined ? [] : [[key, element] as const]))
    return entries.length === found.length ? Object.fromEntries(entries) : undefined
  }

/** A reader of each member of an object. */
export type Members<A> = { readonly [Name in keyof A]-?: Reader<A[Name]> }

/**
 * Reads an object with a reader for each member. A member that is missing or does not fit has its value from `usual`.
 * Without that value, the result is undefined.
 */
export const readStruct =
  <A extends object>(members: Members<A>, usual: NoInfer<Partial<A>> = {}): Reader<A> =>
  (value) => {
    if (!isRecord(value)) return undefined
    const found: Partial<A> = { ...usual }
    for (const name in members) {
      const member = members[name](value[name])
      if (member !== undefined) found[name] = member
    }
    return isWhole(found, members) ? found : undefined
  }

const isWhole = <A extends object>(found: Partial<A>, members: Members<A>): found is A =>
  Object.keys(members).every((name) => name in found)

/** Parses JSON and reads its value; undefined if it is not JSON. */
export const readJson = <A>(text: string | null, read: Reader<A>): A | undefined => {
  if (text === null) return undefined
  try {
    return read(JSON.parse(text))
  } catch {
    return undefined
  }
}
