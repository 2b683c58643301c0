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
  /** Gives up what was typed: the form is as it was at first. */
  readonly discard: () => void
  /** Whether the form began with what was typed before. */
  readonly restored: boolean
  /** Does something with what is typed, and forgets it once that is done. What is typed meanwhile stays. */
  readonly submit: <B>(work: (value: A) => Promise<B>) => Promise<B>
}

/** The names of the drafts that are being sent, whether their form is still shown or was closed meanwhile. */
const underWay = shared<ReadonlySet<string>>(new Set())

/** Whether something is typed and not saved. */
export const hasDraft = (name: string): boolean => tabStorage.text(draftKey(name)) !== null

/** Forgets what was typed, where what it is about is gone. */
export const forgetDraft = (name: string): void => tabStorage.remove(draftKey(name))

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * What is typed into a form. It is kept when the form is closed, another view is opened or the page is loaded again; who
 * leaves it is warned, and the browser asks before the tab is closed. The name says what is edited, with its uuid:
 * `contact.0a1b`. What was kept is read by a checker, as a former release of the page may have written it.
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
  // Where it was typed last, as long as the form is shown.
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
    // It may have been sent by a form that was closed before.
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

/** Says that something stays typed and not saved, and leads to where that was, unless it is here. */
const sayKept = (name: string, place: string | undefined): void => {
  if (place === undefined || !hasDraft(name)) return
  toast(
    "Not saved. What you typed is kept until you close this tab.",
    place === location.href ? undefined : { title: "Go back", href: place }
  )
}

/** Sends a draft. One that is being sent is not sent again, also not by a form that was closed and opened meanwhile. */
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
 * What the inputs of a form's members take: the value, what sets it, and what is wrong with it. `places` has where a member
 * stands in a request, if that isn't its name.
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

/** What makes the inputs of a form. */
export type Inputs<A extends object> = ReturnType<typeof inputsOf<A>>

/** Something that the tab keeps as it was typed last, such as the numbers that tests are sent to. It is no draft of anything. */
export const useKept = <A>(key: string, initial: A, read: Reader<A>): readonly [A, (value: A) => void] => {
  const [value, setValue] = useState(() => tabStorage.read(key, read) ?? initial)
  const set = (next: A) => {
    tabStorage.write(key, next)
    setValue(next)
  }
  return [value, set]
}
