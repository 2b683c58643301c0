import { useCallback, useMemo } from "preact/hooks"
import { useLocation } from "preact-iso"
import type { QueryCodec } from "../reading/QueryCodec.ts"

/**
 * Sets the state. A push can be undone by the browser's back button. What is typed replaces what was typed just before, so
 * that back undoes all of it and not each letter.
 */
export type SetUrlState<State> = (state: State, how?: "push" | "replace") => void

/** The URL that was typed last, until something else gets the focus. */
let typed: string | undefined

addEventListener("focusin", () => {
  typed = undefined
})

/** The state that the URL of the page has. A codec is a constant of its view. */
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
