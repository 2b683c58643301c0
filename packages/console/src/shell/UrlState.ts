import { useCallback, useMemo } from "preact/hooks"
import { useLocation } from "preact-iso"
import type { QueryCodec } from "../reading/QueryCodec.ts"

/**
 * Sets the state. The back button undoes a push. Consecutive typed changes replace each other, so that back undoes them at
 * once.
 */
export type SetUrlState<State> = (state: State, how?: "push" | "replace") => void

/** The last URL set by typing, until the focus moves. */
let typed: string | undefined

addEventListener("focusin", () => {
  typed = undefined
})

/** Returns the state in the page's URL and its setter. The codec must be a constant. */
export const useUrlState = <State>(codec: QueryCodec<State>): readonly [State, SetUrlState<State>] => {
  const { route, url } = useLocation()
  const [path = "", query = ""] = url.split("?", 2)
  const state = useMemo(() => codec.read(new URLSearchParams(query)), [codec, query])
  const set = useCallback<SetUrlState<State>>(
    (next, how = "push") => {
      const written = codec.write(next).toString()
      if (written === query) return
      const to = written === "" ? path : `${path}?${written}`
      route(to, how === "replace" && typed === url)
      typed = how === "replace" ? to : undefined
    },
    [codec, path, query, route, url]
  )
  return [state, set]
}
