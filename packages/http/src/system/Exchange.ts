import type { Schema } from "effect"

/** A request and its answer. A body that there is not is null. */
export interface Exchange {
  readonly summary: string
  readonly parameters: { readonly [name: string]: string | number }
  readonly body: Schema.Json
  readonly status: number
  readonly answer: Schema.Json
}

/** A request of an operation that goes well, and one that does not. */
export interface Exchanges {
  readonly success: Exchange
  readonly error: Exchange | null
}
