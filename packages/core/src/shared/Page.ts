import { type Effect, Schema } from "effect"
import { InvalidInput, issue } from "./Issue.ts"

/** Which part of a listing is wanted: at most `limit` items after the first `offset`. */
export const PageRequest = Schema.Struct({ limit: Schema.Natural, offset: Schema.Natural })
export type PageRequest = typeof PageRequest.Type

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

/** Fails unless `limit` and `offset` are integers from 0. Stores take any other for something else. */
export const checkPage = (page: PageRequest): Effect.Effect<void, InvalidInput> =>
  InvalidInput.refuse(
    (["limit", "offset"] as const).flatMap((name) =>
      Number.isSafeInteger(page[name]) && page[name] >= 0
        ? []
        : [issue("value_error", [name], "must be an integer from 0")]
    )
  )
