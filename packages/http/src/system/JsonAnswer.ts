import { Effect, Predicate, type Schema, Stream } from "effect"
import { HttpServerResponse } from "effect/http"

/** The number of items of a page to serialize at once. */
const itemsAtOnce = 4

/** The minimum size of a piece of a page, in characters. */
const pieceSize = 2 ** 18

const contentType = "application/json"

/**
 * Makes responses from values of a schema, or from their encoded form, without encoding them: `JSON.stringify` writes the
 * same. This holds for schemas whose values are JSON or timestamps, which serialize as ISO 8601. A long page is sent in
 * pieces, and the server handles other requests between them.
 */
export const jsonAnswer =
  <S extends Schema.Top>(_schema: S, status = 200) =>
  (value: S["Type"] | S["Encoded"]): HttpServerResponse.HttpServerResponse => {
    if (!isPage(value)) return HttpServerResponse.jsonUnsafe(value, { status })
    const pieces = piecesOf(value)
    const first = pieces.next()
    if (first.done === true) return HttpServerResponse.text(first.value, { status, contentType })
    return HttpServerResponse.stream(inTurns(startingWith(first.value, pieces)), { status, contentType })
  }

/** Whether a value has an array with more items than are serialized at once. */
const isPage = (value: unknown): value is object =>
  Predicate.isObject(value) &&
  Object.values(value).some((member) => Array.isArray(member) && member.length > itemsAtOnce)

/** Serializes a page like `JSON.stringify`. Yields the text in pieces, and returns the last piece. */
export function* piecesOf(page: object): Generator<string, string> {
  let text = ""
  let opening = "{"
  for (const [name, member] of Object.entries(page)) {
    if (member === undefined) continue
    text += `${opening}${JSON.stringify(name)}:`
    opening = ","
    if (!Array.isArray(member) || member.length === 0) {
      text += JSON.stringify(member)
      continue
    }
    for (let index = 0; index < member.length; index += itemsAtOnce) {
      text += `${index === 0 ? "[" : ","}${JSON.stringify(member.slice(index, index + itemsAtOnce)).slice(1, -1)}`
      if (text.length < pieceSize) continue
      yield text
      text = ""
    }
    text += "]"
  }
  return `${text}}`
}

function* startingWith(first: string, rest: Generator<string, string>) {
  yield first
  yield yield* rest
}

const inTurns = (pieces: Iterable<string>) =>
  Stream.fromIterable(pieces, { chunkSize: 1 }).pipe(
    Stream.tap(() => Effect.yieldNow),
    Stream.encodeText
  )
