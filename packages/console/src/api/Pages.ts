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

/** A page as the API answers it: it says what asks for the one after it, or where it begins. */
export const pageOf = <A>(
  items: ReadonlyArray<A>,
  { next, offset = 0, total }: { readonly total: number; readonly offset?: number; readonly next?: string | null }
): PageOf<A> => {
  const end = offset + items.length
  return { items, total, next: next !== undefined ? next : items.length > 0 && end < total ? String(end) : null }
}

/** Loads the page that begins with `after`; the first one for null. */
export type LoadPage<A> = (after: string | null, signal: AbortSignal) => Promise<PageOf<A>>

/** The items of all pages, and no more pages once there are `most` items. */
export const allPages = async <A>(
  load: LoadPage<A>,
  signal: AbortSignal,
  most = Infinity
): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  let after: string | null = null
  do {
    const { items, next }: PageOf<A> = await load(after, signal)
    all.push(...items)
    after = next
  } while (after !== null && all.length < most)
  return all
}

interface Options {
  /** How many milliseconds pass before another listing is loaded, for what is typed. */
  readonly delay?: number
  /** How many pages are loaded from the beginning. `onMore` is told of each that is added, so that it is counted. */
  readonly pages?: number
  readonly onMore?: () => void
  /** Whether nothing is asked for yet. */
  readonly waits?: boolean
}

type State<A> = Pick<Pages<A>, "items" | "total" | "refusal" | "loading"> & { readonly next: string | null }

/**
 * Loads a listing page by page, from its beginning again whenever one of `inputs` changes. What was loaded stays until the
 * first page of what is newer is there.
 */
export const usePages = <A>(
  load: LoadPage<A>,
  inputs: ReadonlyArray<unknown>,
  { delay = 0, onMore, pages = 1, waits = false }: Options = {}
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
  const began = useRef(false)
  const ask = async (after: string | null, count: number, { signal }: AbortController) => {
    asking.current = true
    setState((before) => (before.loading ? before : { ...before, loading: true }))
    try {
      let page = await latest.current(after, signal)
      const items = [...page.items]
      for (let left = count - 1; left > 0 && page.next !== null; left--) {
        page = await latest.current(page.next, signal)
        items.push(...page.items)
      }
      if (signal.aborted) return
      setState((before) => ({
        items: after === null ? items : [...(before.items ?? []), ...items],
        total: page.total,
        refusal: undefined,
        loading: false,
        next: page.next
      }))
    } catch (error) {
      if (signal.aborted) return
      setState((before) => ({ ...before, refusal: asRefusal(error), loading: false }))
    }
    asking.current = false
  }
  useEffect(() => {
    if (waits) return
    const current = new AbortController()
    controller.current = current
    const timer = setTimeout(() => void ask(null, pages, current), began.current ? delay : 0)
    began.current = true
    return () => {
      clearTimeout(timer)
      current.abort()
    }
  }, [...inputs, waits, round])
  const { next, ...shown } = state
  return {
    ...shown,
    hasMore: next !== null,
    more: () => {
      if (next === null || asking.current) return
      void ask(next, 1, controller.current)
      onMore?.()
    },
    reload: useCallback(() => setRound((before) => before + 1), [])
  }
}
