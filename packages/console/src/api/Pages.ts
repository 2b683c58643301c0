import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { asRefusal } from "./Load.ts"
import type { Refusal } from "./Refusal.ts"

/** A page of a listing, and the cursor of the next page; null for the last page. */
export interface PageOf<A> {
  readonly items: ReadonlyArray<A>
  readonly next: string | null
  readonly total?: number
}

export interface Pages<A> {
  /** The loaded items; undefined before the first page. */
  readonly items: ReadonlyArray<A> | undefined
  readonly total: number | undefined
  readonly refusal: Refusal | undefined
  readonly loading: boolean
  /** Loads the next page, if there is one and no page is being loaded. */
  readonly more: () => void
  readonly hasMore: boolean
  readonly reload: () => void
}

/** Converts a page of the API: it has the cursor of the next page, or its own offset. */
export const pageOf = <A>(
  items: ReadonlyArray<A>,
  { next, offset = 0, total }: { readonly total: number; readonly offset?: number; readonly next?: string | null }
): PageOf<A> => {
  const end = offset + items.length
  return { items, total, next: next !== undefined ? next : items.length > 0 && end < total ? String(end) : null }
}

/** Loads the page after a cursor; null for the first page. */
export type LoadPage<A> = (after: string | null, signal: AbortSignal) => Promise<PageOf<A>>

/** Loads pages with `ask`, which requests a page by its cursor or offset. `key` names the items of a page. */
export const pagesOf =
  <Key extends string, A>(
    key: Key,
    ask: (
      page: { readonly after: string | null; readonly offset: number },
      signal: AbortSignal
    ) => Promise<{ readonly [Name in Key]: ReadonlyArray<A> } & { readonly pagination: Parameters<typeof pageOf>[1] }>
  ): LoadPage<A> =>
  async (after, signal) => {
    const answer = await ask({ after, offset: Number(after) }, signal)
    return pageOf<A>(answer[key], answer.pagination)
  }

/** Loads all pages, up to `most` items. */
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
  /** The delay before the listing is reloaded, in milliseconds, for typed input. */
  readonly delay?: number
  /** The number of pages to load initially. `onMore` is called after each additional page. */
  readonly pages?: number
  readonly onMore?: () => void
  /** Whether loading is paused. */
  readonly waits?: boolean
}

type State<A> = Pick<Pages<A>, "items" | "total" | "refusal" | "loading"> & { readonly next: string | null }

/**
 * Loads a listing page by page, and again from the start whenever one of `inputs` changes. Loaded items stay until the
 * first new page arrives.
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
