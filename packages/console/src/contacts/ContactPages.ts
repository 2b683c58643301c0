import { useEffect, useRef, useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { asRefusal } from "../api/Load.ts"
import type { AnswerOf, RequestOf } from "../api/Operation.ts"
import type { Refusal } from "../api/Refusal.ts"

export type Search = NonNullable<RequestOf<"POST /v1/contacts/search">["body"]>
export type Contact = AnswerOf<"POST /v1/contacts/search">["contacts"][number]

interface Pages {
  readonly contacts: ReadonlyArray<Contact>
  readonly total: number | undefined
  readonly next: string | null
  readonly refusal: Refusal | undefined
  readonly loading: boolean
}

const pageSize = 100
const none: Pages = { contacts: [], total: undefined, next: null, refusal: undefined, loading: true }

/**
 * The contacts that a search finds, page by page. Another search aborts the one before, whose contacts stay until its own
 * first page is there.
 */
export const useContactPages = (search: Search) => {
  const [pages, setPages] = useState(none)
  const [round, setRound] = useState(0)
  const current = useRef(new AbortController())
  const asking = useRef(false)
  const key = JSON.stringify(search)

  const load = async (after: string | null, { signal }: AbortController) => {
    asking.current = true
    try {
      const query = { limit: pageSize, ...(after === null ? {} : { after }) }
      const { contacts, pagination } = await call("POST /v1/contacts/search", { query, body: search, signal })
      if (signal.aborted) return
      setPages((before) => ({
        contacts: after === null ? contacts : [...before.contacts, ...contacts],
        total: pagination.total,
        next: pagination.next,
        refusal: undefined,
        loading: false
      }))
    } catch (error) {
      if (!signal.aborted) setPages((before) => ({ ...before, refusal: asRefusal(error), loading: false }))
    }
    asking.current = false
  }
  useEffect(() => {
    const controller = new AbortController()
    current.current = controller
    setPages((before) => ({ ...before, loading: true }))
    void load(null, controller)
    return () => controller.abort()
  }, [key, round])

  return {
    ...pages,
    more: () => {
      if (pages.next !== null && !asking.current && pages.refusal === undefined) void load(pages.next, current.current)
    },
    reload: () => setRound((before) => before + 1)
  }
}
