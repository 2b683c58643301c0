import { Effect, Predicate, Stream } from "effect"
import { JsonSlicer } from "./JsonSlicer.ts"
import { BodyRefused, type JsonObject, parseJson, parseObject, type TextSink } from "./RequestBodies.ts"

/** How much of a list is parsed at once: a few milliseconds of work. */
const slice = { items: 250, characters: 64 * 1024 }

/** The largest body without its list, in characters. */
const maxHeadLength = 1024 * 1024

/** A body with a long list, parsed in slices so that other requests wait only a few milliseconds. */
interface SlicedBody {
  /** The body with an empty list instead of the long list. */
  readonly head: JsonObject
  readonly items: number
  /** Whether the body has the list more than once. */
  readonly repeated: boolean
  /**
   * The items in slices. Each slice waits for its turn and is removed when read, so the stream can be run only once. Fails
   * if an item isn't JSON.
   */
  readonly slices: Stream.Stream<ReadonlyArray<Item>, BodyRefused>
}

interface Item {
  readonly value: unknown
  /** The value as given. A number that a double can't represent exactly is a string of its characters. */
  readonly given: unknown
  readonly index: number
}

/** Reads a body with a long list, which is cut into slices as it arrives. */
export const readSliced = Effect.fnUntraced(function* <R>(
  read: (sink: TextSink) => Effect.Effect<void, BodyRefused, R>,
  options: {
    /** The name of the list in the body. */
    readonly member: string
    /** The largest item, in characters. */
    readonly maxItemLength: number
    /** Waits until there is time for the next slice. */
    readonly turn: Effect.Effect<void>
  }
) {
  const slicer = new JsonSlicer({ member: options.member, ...slice })
  yield* read((text) => {
    slicer.push(text)
    if (slicer.rest.length > maxHeadLength) return tooLarge(`The body without its ${options.member}`, maxHeadLength)
    const isTooLong = slicer.longest > slice.characters + options.maxItemLength
    return isTooLong ? tooLarge(`An item of ${options.member}`, options.maxItemLength) : undefined
  })
  const body: SlicedBody = {
    head: yield* parseObject(slicer.rest),
    items: slicer.items,
    repeated: slicer.repeated,
    slices: Stream.fromIterable(drained(slicer.slices), { chunkSize: 1 }).pipe(
      Stream.mapEffect((text) =>
        Effect.map(Effect.andThen(options.turn, parseJson(text, parseAsGiven)), ({ given, value }) => ({
          values: listOf(value),
          given: listOf(given)
        }))
      ),
      Stream.mapAccum(
        () => 0,
        (before, { given, values }) => [
          before + values.length,
          [values.map((value, n): Item => ({ value, given: given[n], index: before + n }))]
        ]
      )
    )
  }
  return body
})

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const tooLarge = (what: string, characters: number) =>
  new BodyRefused({ reason: { _tag: "TooLarge", what, most: `${characters} characters` } })

const drained = function* (texts: Array<string>) {
  for (let text = texts.shift(); text !== undefined; text = texts.shift()) yield text
}

/** Matches numbers with enough digits to be inexact as a double. A match inside a string does no harm. */
const longNumber = /(?:^|[\s:,[])-?\d[\d.]{15,}/

/** A number that a double can't represent exactly. */
class InexactNumber {
  readonly value: number
  readonly source: string
  constructor(value: number, source: string) {
    this.value = value
    this.source = source
  }
}

/** Parses JSON into a value, and into a copy with strings instead of numbers that a double can't represent exactly. */
const parseAsGiven = (text: string): Pick<Item, "value" | "given"> => {
  const marked = longNumber.test(text) ? markInexact(text) : null
  if (marked !== null) return { value: replaceInexact(marked, "value"), given: replaceInexact(marked, "source") }
  const value: unknown = JSON.parse(text)
  return { value, given: value }
}

/** Parses JSON with {@link InexactNumber}s. Returns null for invalid or too deeply nested JSON. */
const markInexact = (text: string): unknown => {
  try {
    return JSON.parse(text, (_key: string, value: unknown, context?: { readonly source?: string }) =>
      typeof value === "number" && context?.source !== undefined && !isExact(value, context.source)
        ? new InexactNumber(value, context.source)
        : value
    )
  } catch {
    return null
  }
}

const replaceInexact = (json: unknown, by: "value" | "source"): unknown => {
  if (json instanceof InexactNumber) return json[by]
  if (Array.isArray(json)) return json.map((item) => replaceInexact(item, by))
  if (!Predicate.isObject(json)) return json
  return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, replaceInexact(member, by)]))
}

/** Whether a number has the same digits as its JSON source, ignoring the decimal point and the exponent. */
const isExact = (value: number, source: string): boolean => digitsOf(String(value)) === digitsOf(source)

const digitsOf = (number: string): string => {
  const [significand = ""] = number.split(/[eE]/)
  const digits = significand.replace(/[-.]/g, "").replace(/^0+/, "")
  return digits.replace(/0+$/, "")
}
