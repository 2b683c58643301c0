import { useLayoutEffect, useReducer } from "preact/hooks"

/** A value that views share. A component that shows it is rendered again when it changes. */
export interface Shared<A> {
  value: A
  /** Calls a function after each change, until the returned function is called. */
  readonly listen: (changed: () => void) => () => void
}

export const shared = <A>(initial: A): Shared<A> => {
  const listeners = new Set<() => void>()
  let current = initial
  return {
    get value() {
      return current
    },
    set value(next) {
      if (Object.is(current, next)) return
      current = next
      for (const changed of [...listeners]) changed()
    },
    listen: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    }
  }
}

/** Returns the current value, and renders the component again after each change. */
export const useShared = <A>(of: Shared<A>): A => {
  const { value } = of
  const [, drawAgain] = useReducer<number, void>((times) => times + 1, 0)
  useLayoutEffect(() => {
    // The value may have changed before this component listened.
    if (!Object.is(of.value, value)) drawAgain()
    return of.listen(() => drawAgain())
  }, [of])
  return value
}
