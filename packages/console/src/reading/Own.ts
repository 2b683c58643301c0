/**
 * The value of a key of a record. Keys that people give are data, so a record has only its own: `constructor` is not there unless
 * somebody put it there.
 */
export const own = <A>(record: { readonly [key: string]: A }, key: string): A | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined
