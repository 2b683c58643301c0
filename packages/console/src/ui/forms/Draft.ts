import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { type Action, useAction } from "../../api/Load.ts"
import { tabStorage } from "../../reading/Kept.ts"
import { draftKey } from "../../reading/Leaving.ts"
import type { Reader } from "../../reading/Reader.ts"
import { shared, useShared } from "../../reading/Shared.ts"
import { toast, withdrawToast } from "../overlays/Toast.tsx"
import type { Refusal } from "../../api/Refusal.ts"

export interface Draft<A> {
  readonly name: string
  readonly value: A
  readonly set: (value: A) => void
  /** Discards the typed values and resets the form. */
  readonly discard: () => void
  /** Whether the form was opened with stored values. */
  readonly restored: boolean
  /** Runs work with the typed values, and deletes them after it succeeds. Values typed in the meantime stay. */
  readonly submit: <B>(work: (value: A) => Promise<B>) => Promise<B>
}

/** The names of drafts that are being submitted, including drafts of closed forms. */
const underWay = shared<ReadonlySet<string>>(new Set())

/** Returns whether a draft has unsaved values. */
export const hasDraft = (name: string): boolean => tabStorage.text(draftKey(name)) !== null

/** Deletes the draft of a deleted resource. */
export const forgetDraft = (name: string): void => tabStorage.remove(draftKey(name))

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * The typed values of a form, which survive closing the form, changing views and reloading. Leaving the form shows a
 * message, and the browser asks before the tab closes. The name identifies the resource, such as `contact.0a1b`. Stored
 * values are validated, because an earlier release may have written them.
 */
export const useDraft = <A>(
  name: string,
  initial: A,
  read: Reader<A>,
  isSame: (a: A, b: A) => boolean = isEqual
): Draft<A> => {
  const key = draftKey(name)
  const [found] = useState(() => tabStorage.read(key, read))
  const [typed, setTyped] = useState(found)
  const value = typed ?? initial
  const shown = useRef({ value, initial })
  shown.current = { value, initial }
  // Where the values were last typed, as long as the form is shown.
  const place = useRef<string>(undefined)
  const isGone = useRef(false)
  const set = useCallback(
    (next: A) => {
      place.current = location.href
      if (isSame(next, shown.current.initial)) tabStorage.remove(key)
      else tabStorage.write(key, next)
      setTyped(next)
    },
    [key]
  )
  const discard = useCallback(() => {
    tabStorage.remove(key)
    setTyped(undefined)
  }, [key])
  const submit = async <B>(work: (value: A) => Promise<B>): Promise<B> => {
    const sent = tabStorage.text(key)
    underWay.value = new Set([...underWay.value, name])
    try {
      const result = await work(shown.current.value)
      if (tabStorage.text(key) === sent) discard()
      return result
    } catch (error) {
      if (isGone.current) sayKept(name, place.current)
      throw error
    } finally {
      underWay.value = new Set([...underWay.value].filter((other) => other !== name))
    }
  }
  const sends = useShared(underWay).has(name)
  const sent = useRef(sends)
  useEffect(() => {
    // A form that was closed before may have sent it.
    if (sent.current && !sends) setTyped(tabStorage.read(key, read))
    sent.current = sends
  }, [sends])
  useEffect(() => {
    if (found !== undefined) withdrawToast("Not saved. What you typed is kept until you close this tab.")
    return () => {
      isGone.current = true
      if (!underWay.value.has(name)) sayKept(name, place.current)
    }
  }, [name])
  return { name, value, set, discard, submit, restored: found !== undefined && typed !== undefined }
}

/** Shows that typed values are kept but not saved, with a link to their view unless it is the current one. */
const sayKept = (name: string, place: string | undefined): void => {
  if (place === undefined || !hasDraft(name)) return
  toast(
    "Not saved. What you typed is kept until you close this tab.",
    place === location.href ? undefined : { title: "Go back", href: place }
  )
}

/** Submits a draft. A draft that is being submitted isn't sent again, even from a reopened form. */
export const useSubmit = <A, B>(
  draft: Draft<A>,
  work: (value: A) => Promise<B>,
  onDone: (result: B) => void
): Action<void> => {
  const action = useAction(async () => onDone(await draft.submit(work)))
  return {
    ...action,
    busy: useShared(underWay).has(draft.name) || action.busy,
    run: async () => !underWay.value.has(draft.name) && (await action.run())
  }
}

/**
 * Returns a function for the properties of a form's inputs: value, setter and error. `places` maps a member to its request
 * path if that differs from its name.
 */
export const inputsOf =
  <A extends object>(
    { set, value }: Pick<Draft<A>, "set" | "value">,
    refusal: Refusal | undefined,
    places: { readonly [Name in keyof A]?: string } = {}
  ) =>
  <Name extends keyof A & string>(name: Name) => ({
    value: value[name],
    onValue: (typed: A[Name]) => set({ ...value, [name]: typed }),
    error: refusal?.at(places[name] ?? name)
  })

/** The function that returns the properties of a form's inputs. */
export type Inputs<A extends object> = ReturnType<typeof inputsOf<A>>

/** A typed value that the tab keeps, such as test numbers. It isn't part of a draft. */
export const useKept = <A>(key: string, initial: A, read: Reader<A>): readonly [A, (value: A) => void] => {
  const [value, setValue] = useState(() => tabStorage.read(key, read) ?? initial)
  const set = (next: A) => {
    tabStorage.write(key, next)
    setValue(next)
  }
  return [value, set]
}
