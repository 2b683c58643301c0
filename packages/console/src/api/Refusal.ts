import { isRecord, readText } from "../reading/Reader.ts"

/** One thing that is wrong with a request, and where. */
export interface Fault {
  /** The dotted path of the place, such as `contacts[3].email`; empty for the request as a whole. */
  readonly place: string
  readonly text: string
  /** The kind of fault, such as `missing`, where the API says it. */
  readonly kind: string | null
}

/** An error of the API, in one shape for both areas. */
export class Refusal extends Error {
  override readonly name = "Refusal"
  /** The status of the answer; 0 where there was none. */
  readonly status: number
  /** What is wrong in places of the request; of a refusal of another kind there are none. */
  readonly faults: ReadonlyArray<Fault>
  /** After how many seconds the same request may succeed, where the answer says it. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    message: string,
    faults: ReadonlyArray<Fault> = [],
    retryAfter: number | null = null,
    options?: ErrorOptions
  ) {
    super(message, options)
    this.status = status
    this.faults = faults
    this.retryAfter = retryAfter
  }

  /** What is wrong at a place or below it, in one text; undefined if nothing is. */
  at(place: string): string | undefined {
    const texts = this.faults.filter((fault) => isWithin(fault.place, place)).map(({ text }) => text)
    return texts.length === 0 ? undefined : texts.join("; ")
  }

  /** The faults at none of the places, which a form shows apart from its fields. */
  outside(places: ReadonlyArray<string>): ReadonlyArray<Fault> {
    return this.faults.filter((fault) => !places.some((place) => isWithin(fault.place, place)))
  }
}

/** What the page itself refuses, at a place of the request. */
export const refusedAt = (place: string, text: string): Refusal => new Refusal(422, text, [{ place, text, kind: null }])

const isWithin = (fault: string, place: string): boolean =>
  fault === place || fault.startsWith(`${place}.`) || fault.startsWith(`${place}[`)

/** Reads a refusal from the body of an answer, whichever area it is of. */
export const refusalOf = (status: number, body: unknown, retryAfter: string | null = null): Refusal => {
  const { details, message } = envelopeOf(body)
  const faults = faultsOf(details)
  const seconds = retryAfter === null || retryAfter.trim() === "" ? Number.NaN : Number(retryAfter)
  return new Refusal(
    status,
    readText(details) ?? (faults.length > 0 ? faults.map(asSentence).join("; ") : message),
    faults,
    Number.isFinite(seconds) ? seconds : null
  )
}

/** The contacts area has its envelope in `error`, the broadcasts area at the top. */
const envelopeOf = (body: unknown): { readonly message: string; readonly details: unknown } => {
  const envelope = isRecord(body) && isRecord(body.error) ? body.error : body
  if (!isRecord(envelope)) return { message: "", details: undefined }
  return { message: readText(envelope.message) ?? "", details: envelope.details }
}

const faultsOf = (details: unknown): ReadonlyArray<Fault> => {
  if (typeof details === "string") return details.split("; ").flatMap(faultInText)
  if (!isRecord(details) || !Array.isArray(details.errors)) return []
  return details.errors.flatMap((error: unknown): ReadonlyArray<Fault> => {
    if (!isRecord(error)) return []
    return [{ place: readText(error.field) ?? "", text: readText(error.msg) ?? "", kind: readText(error.type) ?? null }]
  })
}

/** The broadcasts area lists its issues in one text, as `place: message`. */
const faultInText = (text: string): ReadonlyArray<Fault> => {
  const [, place, message] = /^([a-z_][\w.[\]-]*): (.+)$/s.exec(text) ?? []
  return place === undefined || message === undefined ? [] : [{ place, text: message, kind: null }]
}

const asSentence = ({ place, text }: Fault): string => (place === "" ? text : `${place} ${text}`)
