import "./home.css"
import { useEffect, useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import { text } from "../texts/Text.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Card, Page } from "../ui/Page.tsx"
import { Attention } from "./Attention.tsx"
import { FirstSteps } from "./FirstSteps.tsx"
import { isBeginning, type RecentBroadcast } from "./Overview.ts"
import { RecentBroadcasts } from "./RecentBroadcasts.tsx"
import { Session } from "./Session.tsx"
import { Tiles } from "./Tiles.tsx"

/** How often the page looks again, in milliseconds, while it is seen. */
const refreshEvery = 10_000

/** How the workspace does: what there is, what needs attention, and what was sent last. */
export const HomeView = () => {
  const [round, setRound] = useState(0)
  useEffect(() => {
    const timer = setInterval(
      () => document.visibilityState === "visible" && setRound((before) => before + 1),
      refreshEvery
    )
    return () => clearInterval(timer)
  }, [])
  const one = { limit: 1 }
  const contacts = useLoad((signal) => call("POST /v1/contacts/search", { query: one, body: {}, signal }), [round])
  const lists = useLoad((signal) => call("GET /v1/contact-lists", { query: one, signal }), [round])
  const segments = useLoad((signal) => call("GET /v1/segments", { query: one, signal }), [round])
  const templates = useLoad((signal) => call("GET /v1/templates", { query: one, signal }), [])
  const broadcasts = useLoad(recentBroadcasts, [round])
  const totals = {
    contacts: contacts.value?.pagination.total,
    lists: lists.value?.pagination.total,
    segments: segments.value?.pagination.total,
    templates: templates.value?.pagination.total,
    broadcasts: broadcasts.value?.total
  }
  return (
    <Page title={text("shell.views.home")}>
      <Tiles totals={totals} />
      {isBeginning(totals) && <FirstSteps possessions={totals} />}
      <Attention round={round} />
      <Card title={text("home.broadcasts.title")} flush>
        {broadcasts.value && <RecentBroadcasts broadcasts={broadcasts.value.broadcasts} />}
        {broadcasts.value === undefined && (
          <div class="home-inside">
            <ErrorBox refusal={broadcasts.refusal} onRetry={broadcasts.reload} />
            {broadcasts.loading && <Skeleton lines={4} />}
          </div>
        )}
      </Card>
      <Session />
    </Page>
  )
}

/** The last broadcasts with their counters. */
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
