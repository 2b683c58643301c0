import type { Schema } from "effect"

/** A request and its response. A missing body is null. */
export interface Exchange {
  readonly summary: string
  readonly parameters: { readonly [name: string]: string | number }
  readonly body: Schema.Json
  readonly status: number
  readonly answer: Schema.Json
}

/** A successful request to an operation, and a refused one. */
export interface Exchanges {
  readonly success: Exchange
  readonly error: Exchange | null
}
