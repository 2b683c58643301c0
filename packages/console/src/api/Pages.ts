import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { asRefusal } from "./Load.ts"
import type { Refusal } from "./Refusal.ts"

/** A page of a listing, and what asks for the one after it; null for the last one. */
export interface PageOf<A> {
  readonly items: ReadonlyArray<A>
  readonly next: string | null
  readonly total?: number
}

export interface Pages<A> {
  /** The items of the pages that are loaded; undefined before the first one is. */
  readonly items: ReadonlyArray<A> | undefined
  readonly total: number | undefined
  readonly refusal: Refusal | undefined
  readonly loading: boolean
  /** Loads the page after the last one, where there is one and none is being loaded. */
  readonly more: () => void
  readonly hasMore: boolean
  readonly reload: () => void
}

/** What asks for the page after one that begins at an offset. */
export const nextOffset = (
  items: ReadonlyArray<unknown>,
  { offset, total }: { readonly offset: number; readonly total: number }
): string | null => (items.length > 0 && offset + items.length < total ? String(offset + items.length) : null)

type State<A> = Pick<Pages<A>, "items" | "total" | "refusal" | "loading"> & { readonly next: string | null }

/**
 * Loads a listing page by page, from its beginning again whenever one of `inputs` changes. What was loaded stays until the
 * first page of what is newer is there.
 */
export const usePages = <A>(
  load: (after: string | null, signal: AbortSignal) => Promise<PageOf<A>>,
  inputs: ReadonlyArray<unknown>,
  { delay = 0 }: { readonly delay?: number } = {}
): Pages<A> => {
  const [state, setState] = useState<State<A>>({
    items: undefined,
    total: undefined,
    refusal: undefined,
    loading: true,
    next: null
  })
  const [round, setRound] = useState(0)
  const latest = useRef(load)
  latest.current = load
  const controller = useRef(new AbortController())
  const asking = useRef(false)
  const ask = async (after: string | null, { signal }: AbortController) => {
    asking.current = true
    setState((before) => ({ ...before, loading: true }))
    try {
      const { items, next, total } = await latest.current(after, signal)
      if (signal.aborted) return
      setState((before) => ({
        items: after === null ? items : [...(before.items ?? []), ...items],
        total,
        refusal: undefined,
        loading: false,
        next
      }))
    } catch (error) {
      if (signal.aborted) return
      setState((before) => ({ ...before, refusal: asRefusal(error), loading: false }))
    }
    asking.current = false
  }
  useEffect(() => {
    const current = new AbortController()
    controller.current = current
    const timer = setTimeout(() => void ask(null, current), delay)
    return () => {
      clearTimeout(timer)
      current.abort()
    }
  }, [...inputs, round])
  const { next, ...shown } = state
  return {
    ...shown,
    hasMore: next !== null,
    more: () => {
      if (next !== null && !asking.current) void ask(next, controller.current)
    },
    reload: useCallback(() => setRound((before) => before + 1), [])
  }
}
