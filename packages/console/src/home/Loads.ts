import { useEffect, useRef, useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { type Loaded, useLoad } from "../api/Load.ts"
import { needsAttention } from "../webhooks/WebhookState.ts"
import type { RecentBroadcast } from "./Overview.ts"

/** The reload interval of the overview while it is visible, in milliseconds. */
const refreshEvery = 10_000

/** Loads all parts of the overview separately, because a token may allow only some of them. */
export const useOverview = () => {
  const [round, setRound] = useState(0)
  useEffect(() => {
    const timer = setInterval(
      () => document.visibilityState === "visible" && setRound((before) => before + 1),
      refreshEvery
    )
    return () => clearInterval(timer)
  }, [])
  const firstOnly = { limit: 1 }
  const contacts = useFresh((signal) => call("POST /v1/contacts/search", { query: firstOnly, body: {}, signal }), round)
  const lists = useFresh((signal) => call("GET /v1/contact-lists", { query: firstOnly, signal }), round)
  const segments = useFresh((signal) => call("GET /v1/segments", { query: firstOnly, signal }), round)
  const templates = useFresh((signal) => call("GET /v1/templates", { query: firstOnly, signal }), 0)
  const broadcasts = useFresh(recentBroadcasts, round)
  const paused = useFresh((signal) => call("GET /broadcasts", { query: { status: "paused", limit: 5 }, signal }), round)
  const webhooks = useFresh((signal) => call("GET /v1/webhooks", { query: { limit: 100 }, signal }), round)
  const all = [contacts, lists, segments, templates, broadcasts, paused, webhooks]
  return {
    broadcasts,
    paused: paused.value,
    failing: (webhooks.value?.webhooks ?? []).filter(needsAttention),
    totals: {
      contacts: contacts.value?.pagination.total,
      lists: lists.value?.pagination.total,
      segments: segments.value?.pagination.total,
      templates: templates.value?.pagination.total,
      broadcasts: broadcasts.value?.total
    },
    /** Whether each part has loaded or failed, so the layout no longer moves. */
    ready: all.every(({ refusal, value }) => value !== undefined || refusal !== undefined)
  }
}

/** Reloads in each round, unless the token lacks the scope. */
const useFresh = <A>(load: (signal: AbortSignal) => Promise<A>, round: number): Loaded<A> => {
  const forbidden = useRef<number | undefined>(undefined)
  const loaded = useLoad(load, [forbidden.current ?? round])
  forbidden.current = loaded.refusal?.status === 403 ? (forbidden.current ?? round) : undefined
  return loaded
}

/** Loads the latest broadcasts with their counters. */
const recentBroadcasts = async (
  signal: AbortSignal
): Promise<{ readonly total: number; readonly broadcasts: ReadonlyArray<RecentBroadcast> }> => {
  const { broadcasts, pagination } = await call("GET /broadcasts", { query: { limit: 5 }, signal })
  const found = broadcasts.map(async (summary) => ({
    summary,
    details: await call("GET /broadcasts/:uuid", { params: { uuid: summary.uuid }, signal })
  }))
  return { total: pagination.total, broadcasts: await Promise.all(found) }
}
