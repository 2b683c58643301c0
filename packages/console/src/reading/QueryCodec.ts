import type { Members, Reader } from "./Reader.ts"

/** Writes the state of a view into the query of its URL, and reads it again. */
export interface QueryCodec<State> {
  /** Reads any query. Invalid values count as absent. */
  readonly read: (query: URLSearchParams) => State
  /** Leaves out default values, so that URLs stay short. */
  readonly write: (state: State) => URLSearchParams
}

/** The state that a codec reads. */
export type StateOf<Codec> = Codec extends QueryCodec<infer State> ? State : never

/** A codec of members that are strings in a query, under the same names or others. Default values are left out. */
export function codecOf<Read extends object, const Usual extends { readonly [Name in keyof Read]: unknown }>(
  members: Members<Read>,
  usual: Usual,
  names?: { readonly [Name in keyof NoInfer<Read>]?: string }
): QueryCodec<{ readonly [Name in keyof Read]: Read[Name] | Usual[Name] }>
export function codecOf<State extends object>(
  members: Members<State>,
  usual: State,
  names: { readonly [Name in keyof State]?: string } = {}
): QueryCodec<State> {
  return {
    read: (query) => {
      const state = { ...usual }
      for (const name in members) {
        const member = members[name](query.get(names[name] ?? name))
        if (member !== undefined) state[name] = member
      }
      return state
    },
    write: (state) => {
      const query = new URLSearchParams()
      for (const name in members) if (state[name] !== usual[name]) query.set(names[name] ?? name, String(state[name]))
      return query
    }
  }
}

/** Reads `true`, the query value of a non-default choice. */
export const readTrue: Reader<true> = (value) => (value === "true" ? true : undefined)

/** Reads a query value that counts by its presence, such as in `?new`. */
export const readPresent: Reader<true> = (value) => (value === null ? undefined : true)

/** Reads the number of listing pages to load. */
export const readPages: Reader<number> = (value) =>
  typeof value === "string" ? Math.min(50, Math.max(1, Math.trunc(Number(value)) || 1)) : undefined
