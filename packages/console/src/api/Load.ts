import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { Refusal } from "./Refusal.ts"

/** The state of a resource that a view loads. A value stays until a newer one arrives. */
export interface Loaded<A> {
  readonly value: A | undefined
  readonly refusal: Refusal | undefined
  readonly loading: boolean
  readonly reload: () => void
}

/**
 * Loads a value when the view is shown and whenever one of `inputs` changes. A newer load aborts an older one and drops its
 * response.
 */
export const useLoad = <A>(
  load: (signal: AbortSignal) => Promise<A>,
  inputs: ReadonlyArray<unknown>,
  { delay = 0 }: { readonly delay?: number } = {}
): Loaded<A> => {
  const [state, setState] = useState<Omit<Loaded<A>, "reload">>({ value: undefined, refusal: undefined, loading: true })
  const [round, setRound] = useState(0)
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const run = async () => {
      try {
        const value = await latest.current(signal)
        if (!signal.aborted) setState({ value, refusal: undefined, loading: false })
      } catch (error) {
        if (!signal.aborted) setState(({ value }) => ({ value, refusal: asRefusal(error), loading: false }))
      }
    }
    setState((before) => (before.loading ? before : { ...before, loading: true }))
    const timer = setTimeout(() => void run(), delay)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [...inputs, round])
  const reload = useCallback(() => setRound((before) => before + 1), [])
  return { ...state, reload }
}

/** Searches for the typed words after a pause. Results for other words are hidden, because Enter would choose them. */
export const useSearch = <A>(
  find: (typed: string, signal: AbortSignal) => Promise<A>,
  inputs: ReadonlyArray<unknown> = []
) => {
  const [typed, setTyped] = useState("")
  const { loading, refusal, value } = useLoad(
    async (signal) => ({ typed, found: await find(typed.trim(), signal) }),
    [typed, ...inputs],
    { delay: typed === "" ? 0 : 140 }
  )
  return {
    typed,
    setTyped,
    loading,
    refusal,
    found: value?.typed === typed ? value.found : undefined,
    /** The last results, possibly for other words. */
    latest: value?.found
  }
}

/** Converts any error to a refusal, including faults of the page, so that no error is hidden. */
export const asRefusal = (error: unknown): Refusal =>
  error instanceof Refusal
    ? error
    : new Refusal(0, error instanceof Error ? error.message : String(error), [], null, { cause: error })

/** Returns undefined for a resource that doesn't exist. */
export const unlessMissing = <A>(answer: Promise<A>): Promise<A | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 404) return undefined
    throw error
  })

/** An action of a form or button: whether it is running, and its last error. */
export interface Action<Input> {
  readonly run: (input: Input) => Promise<boolean>
  readonly busy: boolean
  readonly refusal: Refusal | undefined
  readonly clear: () => void
}

/** Returns an action. While it runs, it doesn't start again. */
export const useAction = <Input = void>(act: (input: Input) => Promise<void>): Action<Input> => {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const running = useRef(false)
  const run = async (input: Input): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setRefusal(undefined)
    try {
      await act(input)
      return true
    } catch (error) {
      setRefusal(asRefusal(error))
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { run, busy, refusal, clear: () => setRefusal(undefined) }
}
