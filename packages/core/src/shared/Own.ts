/**
 * Returns the value of a record's own key. Keys come from users, so inherited members such as `constructor` do not
 * count.
 */
export const own = <A>(record: { readonly [key: string]: A }, key: string): A | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined
