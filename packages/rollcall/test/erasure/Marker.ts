/** A word that stands nowhere else, and whose trigrams do not either. */
const word = "Qxjzvkova"

/** The last digits of each address of the person, however it is written. */
const digits = "90112233"

/** A text of the person. */
export const marked = (what: string): string => `${word} ${what}`

/** An address of the person: `49170` in digits, or another beginning. */
export const address = (beginning = "49170"): string => `${beginning}${digits}`

/** A number of the person, which a field of a number can hold. */
export const markedNumber = Number(digits)

/** Where a text has the first trace of the person; null for nowhere. */
export const traceIn = (text: string): number | null => {
  const at = text.search(trace)
  return at < 0 ? encodedIn(text) : at
}

const trace = new RegExp(`qxjzvk|${digits}`, "i")

/** Where a text has a trace in Base64, at whichever of its characters the encoded text begins. */
const encodedIn = (text: string): number | null => {
  for (const { 0: encoded, index } of text.matchAll(/[A-Za-z0-9+/_-]{12,}/g)) {
    for (const start of [0, 1, 2, 3]) {
      if (trace.test(Buffer.from(encoded.slice(start), "base64").toString("latin1"))) return index
    }
  }
  return null
}

/** Every member of an input, none left out: one that is new does not compile until it has a value. */
export type Whole<Input> =
  Input extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Whole<Item>>
    : Input extends object
      ? { readonly [Member in keyof Input]-?: Whole<NonNullable<Input[Member]>> }
      : Input
