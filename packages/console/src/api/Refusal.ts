import { isRecord, readText } from "../reading/Reader.ts"

/** A fault in a request, and its path. */
export interface Fault {
  /** The dotted path, such as `contacts[3].email`; empty for the whole request. */
  readonly place: string
  readonly text: string
  /** The kind of fault, such as `missing`; null if the API doesn't return it. */
  readonly kind: string | null
}

/** An API error, in one format for both areas. */
export class Refusal extends Error {
  override readonly name = "Refusal"
  /** The HTTP status; 0 without a response. */
  readonly status: number
  /** The faults of an invalid request; empty for other errors. */
  readonly faults: ReadonlyArray<Fault>
  /** Seconds until the request can be retried; null if the response doesn't say. */
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

  /** Returns the faults at a path or below it as one string; undefined if there are none. */
  at(place: string): string | undefined {
    const texts = this.faults.filter((fault) => isWithin(fault.place, place)).map(({ text }) => text)
    return texts.length === 0 ? undefined : texts.join("; ")
  }

  /** Returns the faults at other paths, which a form shows separately from its fields. */
  outside(places: ReadonlyArray<string>): ReadonlyArray<Fault> {
    return this.faults.filter((fault) => !places.some((place) => isWithin(fault.place, place)))
  }
}

/** Returns a refusal by the page itself, at a path of the request. */
export const refusedAt = (place: string, text: string): Refusal => new Refusal(422, text, [{ place, text, kind: null }])

const isWithin = (fault: string, place: string): boolean =>
  fault === place || fault.startsWith(`${place}.`) || fault.startsWith(`${place}[`)

/** Reads a refusal from an error response of either area. */
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

/** Returns the error envelope: in `error` for the contacts area, at the top level for the broadcasts area. */
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

/** Parses issues of the broadcasts area, which come in one string, as `path: message`. */
const faultInText = (text: string): ReadonlyArray<Fault> => {
  const [, place, message] = /^([a-z_][\w.[\]-]*): (.+)$/s.exec(text) ?? []
  return place === undefined || message === undefined ? [] : [{ place, text: message, kind: null }]
}

const asSentence = ({ place, text }: Fault): string => (place === "" ? text : `${place} ${text}`)
