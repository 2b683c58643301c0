import { useEffect, useRef, useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { asRefusal } from "../../api/Load.ts"
import type { AnswerOf } from "../../api/Operation.ts"
import type { Refusal } from "../../api/Refusal.ts"
import { queryOf, type RecipientState } from "./RecipientState.ts"

export type Recipient = AnswerOf<"GET /broadcasts/:uuid/recipients">["recipients"][number]

/** A recipient and its place in the listing: several may have one identifier. */
export interface Listed extends Recipient {
  readonly at: number
}

interface Pages {
  readonly recipients: ReadonlyArray<Listed>
  readonly total: number | undefined
  readonly next: string | null
  readonly refusal: Refusal | undefined
  readonly loading: boolean
}

const pageSize = 200
const none: Pages = { recipients: [], total: undefined, next: null, refusal: undefined, loading: true }

/** The recipients of a broadcast that are asked for, page by page. What is shown stays until there is something newer. */
export const useRecipientPages = (uuid: string, state: RecipientState) => {
  const [pages, setPages] = useState(none)
  const [round, setRound] = useState(0)
  const current = useRef(new AbortController())
  const asking = useRef(false)

  const load = async (after: string | null, { signal }: AbortController) => {
    asking.current = true
    try {
      const query = { limit: pageSize, ...queryOf(state), ...(after === null ? {} : { after }) }
      const page = await call("GET /broadcasts/:uuid/recipients", { params: { uuid }, query, signal })
      if (signal.aborted) return
      setPages((before) => {
        const first = after === null ? [] : before.recipients
        const listed = page.recipients.map((recipient, index): Listed => ({ ...recipient, at: first.length + index }))
        const { next, total } = page.pagination
        return { recipients: [...first, ...listed], total, next, refusal: undefined, loading: false }
      })
    } catch (error) {
      if (!signal.aborted) setPages((before) => ({ ...before, refusal: asRefusal(error), loading: false }))
    }
    if (!signal.aborted) asking.current = false
  }
  useEffect(() => {
    const controller = new AbortController()
    current.current = controller
    setPages((before) => ({ ...before, loading: true }))
    void load(null, controller)
    return () => controller.abort()
  }, [uuid, state.status, state.reason, round])

  return {
    ...pages,
    more: () => {
      if (pages.next !== null && !asking.current && pages.refusal === undefined) void load(pages.next, current.current)
    },
    reload: () => setRound((before) => before + 1)
  }
}
