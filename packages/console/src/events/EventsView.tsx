import "./events.css"
import { useState } from "preact/hooks"
import { useUrlState } from "../shell/UrlState.ts"
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
import { useEventHistory } from "./RecentEvents.ts"
import { type EventsState, eventsQuery } from "./EventLog.ts"
import { EventTypeChoice } from "./EventTypeChoice.tsx"
import { plural } from "../texts/Text.ts"

/** The events of the workspace: live, or after a cursor. */
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
    <Page title="Events" fill aside={isLive && <LiveState feed={feed} paused={paused} />}>
      <div class="events-bar">
        <Select
          aria-label="Start at"
          choices={[
            { value: "now", title: "As it happens" },
            { value: "oldest", title: "From the oldest event" },
            ...(typeof state.from === "object" ? [{ value: "after" as const, title: "After an event" }] : [])
          ]}
          value={typeof state.from === "object" ? "after" : state.from}
          onValue={(value) => value !== "after" && showFrom(value)}
        />
        <Popover
          label="Types of events"
          button={{
            icon: "filter",
            children: state.types.length === 0 ? "All types" : plural(state.types.length, "# type", "# types")
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
            {paused ? "Continue" : "Pause"}
          </Button>
        )}
      </div>
      <ErrorBox refusal={refusal} {...(isLive ? { onRetry: feed.reload } : {})} />
      {isLive && feed.isCut && (
        <p class="quiet">
          There are too many earlier events to load. Earlier events of contacts and recipients aren't shown.{" "}
          <button type="button" class="link" onClick={() => showFrom("oldest")}>
            From the oldest event
          </button>
        </p>
      )}
      {loading && events.length === 0 && <Skeleton lines={12} />}
      {!loading && refusal === undefined && events.length === 0 && (
        <Empty title={state.types.length === 0 ? "No activity yet" : "No events of these types"}>
          {isLive ? "New events appear here as they happen." : "Events are kept for 7 days by default."}
        </Empty>
      )}
      {events.length > 0 && (
        <div class="events-table">
          <VirtualRows
            key={JSON.stringify(state)}
            caption="Events"
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
          <Button onClick={() => showFrom({ after: events.at(-1)?.cursor ?? "" })}>
            Continue after the last event
          </Button>
        </p>
      )}
    </Page>
  )
}

/** Shows whether events arrive live, and the number of events waiting during a pause. */
const LiveState = ({ feed: { live, waiting }, paused }: { readonly feed: EventFeed; readonly paused: boolean }) => (
  <span role="status">
    {paused && <Badge tone="warn">{plural(waiting.length, "Paused, # waits", "Paused, # wait")}</Badge>}
    {!paused && live === true && <Badge tone="good">Live</Badge>}
    {!paused && live === false && <Badge tone="neutral">Every few seconds</Badge>}
  </span>
)
