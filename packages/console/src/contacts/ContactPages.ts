import { useEffect, useRef, useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { asRefusal } from "../api/Load.ts"
import type { AnswerOf } from "../api/Operation.ts"
import type { Refusal } from "../api/Refusal.ts"
import type { SearchBody } from "./ContactSearch.ts"

export type Contact = AnswerOf<"POST /v1/contacts/search">["contacts"][number]

interface Pages {
  readonly contacts: ReadonlyArray<Contact>
  readonly total: number | undefined
  readonly next: string | null
  readonly refusal: Refusal | undefined
  readonly loading: boolean
}

const pageSize = 100

/** What is typed is searched for when this many milliseconds passed without more of it. */
const pause = 140

/**
 * The contacts that a search finds, page by page. Another search aborts the one before, whose contacts stay until its own
 * first page is there. Without a search, nothing is asked for yet.
 */
export const useContactPages = (search: SearchBody | undefined) => {
  const [pages, setPages] = useState<Pages>({
    contacts: [],
    total: undefined,
    next: null,
    refusal: undefined,
    loading: true
  })
  const [round, setRound] = useState(0)
  const current = useRef(new AbortController())
  const asking = useRef(false)
  const began = useRef(false)

  const load = async (body: SearchBody, after: string | null, { signal }: AbortController) => {
    asking.current = true
    try {
      const query = { limit: pageSize, ...(after === null ? {} : { after }) }
      const { contacts, pagination } = await call("POST /v1/contacts/search", { query, body, signal })
      if (signal.aborted) return
      setPages((before) => ({
        contacts: after === null ? contacts : [...before.contacts, ...contacts],
        total: pagination.total,
        next: pagination.next,
        refusal: undefined,
        loading: false
      }))
    } catch (error) {
      if (signal.aborted) return
      setPages((before) => ({ ...before, next: null, refusal: asRefusal(error), loading: false }))
    }
    asking.current = false
  }
  useEffect(() => {
    if (search === undefined) return
    const controller = new AbortController()
    current.current = controller
    setPages((before) => (before.loading ? before : { ...before, loading: true }))
    const timer = setTimeout(() => void load(search, null, controller), began.current ? pause : 0)
    began.current = true
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [JSON.stringify(search), round])

  return {
    ...pages,
    more: () => {
      if (search === undefined || pages.loading || pages.next === null || asking.current) return
      void load(search, pages.next, current.current)
    },
    reload: () => setRound((before) => before + 1)
  }
}
