/** Returns the value of a record's own key; undefined for inherited names such as `constructor`. */
export const own = <A>(record: { readonly [key: string]: A }, key: string): A | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined
