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
  const at = text.search(new RegExp(`qxjzvk|${digits}`, "i"))
  return at < 0 ? null : at
}

/** Every member of an input, none left out: one that is new does not compile until it has a value. */
export type Whole<Input> =
  Input extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Whole<Item>>
    : Input extends object
      ? { readonly [Member in keyof Input]-?: Whole<NonNullable<Input[Member]>> }
      : Input
