/** Which part of a listing is wanted: at most `limit` items after the first `offset`. */
export interface PageRequest {
  readonly limit: number
  readonly offset: number
}

/** A part of a listing, and how many items the whole listing has. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly total: number
}

/** The page of items that are already in order and in memory. */
export const slice = <A>(items: ReadonlyArray<A>, { limit, offset }: PageRequest): Page<A> => ({
  items: items.slice(offset, offset + limit),
  total: items.length
})
