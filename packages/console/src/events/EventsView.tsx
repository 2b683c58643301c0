import "./events.css"
import { useState } from "preact/hooks"
import { useUrlState } from "../shell/UrlState.ts"
import { text } from "../texts/Text.ts"
import { Empty } from "../ui/answers/Empty.tsx"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Badge } from "../ui/Badge.tsx"
import { Button } from "../ui/Button.tsx"
import { Select } from "../ui/forms/Select.tsx"
import { useNarrow } from "../ui/Narrow.ts"
import { Popover } from "../ui/overlays/Popover.tsx"
import { Page } from "../ui/Page.tsx"
import { VirtualRows } from "../ui/table/VirtualRows.tsx"
import { eventColumns } from "./EventColumns.tsx"
import { type EventFeed, useEventFeed } from "./EventFeed.ts"
import { useEventHistory } from "./EventHistory.ts"
import { type EventsState, eventsQuery } from "./EventLog.ts"
import { EventTypeChoice } from "./EventTypeChoice.tsx"

/** What happens in the workspace, as it happens, or what happened from an event on. */
export const EventsView = () => {
  const narrow = useNarrow()
  const [state, setState] = useUrlState(eventsQuery)
  const [paused, setPaused] = useState(false)
  const isLive = state.from === "now"
  const feed = useEventFeed(state.types, paused, isLive)
  const history = useEventHistory(state, !isLive)
  const { events, refusal } = isLive ? feed : history
  const loading = isLive ? !feed.loaded : history.loading
  const showFrom = (from: EventsState["from"]) => setState({ ...state, from })
  return (
    <Page title={text("shell.views.events")} fill aside={isLive && <LiveState feed={feed} paused={paused} />}>
      <div class="events-bar">
        <Select
          aria-label={text("events.from.label")}
          choices={[
            { value: "now", title: text("events.from.now") },
            { value: "oldest", title: text("events.from.oldest") },
            ...(typeof state.from === "object" ? [{ value: "after" as const, title: text("events.from.after") }] : [])
          ]}
          value={typeof state.from === "object" ? "after" : state.from}
          onValue={(value) => value !== "after" && showFrom(value)}
        />
        <Popover
          label={text("events.filter")}
          button={{
            icon: "filter",
            children:
              state.types.length === 0
                ? text("events.allTypes")
                : text("events.someTypes", { count: state.types.length })
          }}
        >
          {() => (
            <div class="events-filter">
              <EventTypeChoice chosen={state.types} onChosen={(types) => setState({ ...state, types }, "replace")} />
            </div>
          )}
        </Popover>
        {isLive && (
          <Button icon={paused ? "play" : "pause"} onClick={() => setPaused(!paused)}>
            {text(paused ? "events.continue" : "events.pause")}
          </Button>
        )}
      </div>
      <ErrorBox refusal={refusal} {...(isLive ? { onRetry: feed.reload } : {})} />
      {isLive && feed.isCut && (
        <p class="quiet">
          {text("events.cut")}{" "}
          <button type="button" class="link" onClick={() => showFrom("oldest")}>
            {text("events.from.oldest")}
          </button>
        </p>
      )}
      {loading && events.length === 0 && <Skeleton lines={12} />}
      {!loading && refusal === undefined && events.length === 0 && (
        <Empty title={text(state.types.length === 0 ? "events.empty.title" : "events.empty.filtered")}>
          {text(isLive ? "events.empty.live" : "events.empty.history")}
        </Empty>
      )}
      {events.length > 0 && (
        <div class="events-table">
          <VirtualRows
            key={JSON.stringify(state)}
            caption={text("shell.views.events")}
            columns={eventColumns(narrow)}
            rows={events}
            rowKey={({ cursor }) => cursor}
            rowHeight={narrow ? 56 : 38}
            total={!isLive && history.hasMore && !history.isFull ? events.length + 1 : events.length}
            onEnd={history.more}
          />
        </div>
      )}
      {!isLive && history.isFull && (
        <p class="events-more">
          <Button onClick={() => showFrom({ after: history.next ?? "" })}>{text("events.further")}</Button>
        </p>
      )}
    </Page>
  )
}

/** Whether what happens arrives, and what waits while it is paused. */
const LiveState = ({ feed: { live, waiting }, paused }: { readonly feed: EventFeed; readonly paused: boolean }) => (
  <span role="status">
    {paused && <Badge tone="warn">{text("events.state.paused", { count: waiting.length })}</Badge>}
    {!paused && live === true && <Badge tone="good">{text("events.state.live")}</Badge>}
    {!paused && live === false && <Badge tone="neutral">{text("events.state.polled")}</Badge>}
  </span>
)
