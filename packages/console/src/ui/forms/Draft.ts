import { useCallback, useState } from "preact/hooks"
import { kept } from "../../reading/Kept.ts"
import type { Reader } from "../../reading/Reader.ts"

export interface Draft<A> {
  readonly value: A
  readonly set: (value: A) => void
  /** Forgets what was typed, once it is saved or given up. */
  readonly discard: () => void
  /** Whether something was typed before the page was loaded. */
  readonly restored: boolean
}

/**
 * What is typed into a form, which survives a reload of the page. The key says what is edited, with its uuid:
 * `contact.0a1b`. What was kept is read by a checker, as a former release of the page may have written it.
 */
export const useDraft = <A>(key: string, initial: A, read: Reader<A>): Draft<A> => {
  const name = `draft.${key}`
  const [found] = useState(() => kept.read(name, read))
  const [value, setValue] = useState(found ?? initial)
  const set = useCallback(
    (next: A) => {
      setValue(next)
      kept.write(name, next)
    },
    [name]
  )
  const discard = useCallback(() => kept.remove(name), [name])
  return { value, set, discard, restored: found !== undefined }
}
