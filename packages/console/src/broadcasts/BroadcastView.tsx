import "./broadcasts.css"
import { useRoute } from "preact-iso"
import { pathTo } from "../api/Place.ts"
import { useUrlState } from "../shell/UrlState.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Badge } from "../ui/Badge.tsx"
import { formatInstant, Instant } from "../ui/Instant.tsx"
import { Card, Page } from "../ui/Page.tsx"
import { Progress } from "../ui/Progress.tsx"
import { Actions } from "./actions/Actions.tsx"
import { Counters, DeliveryBar } from "./Delivery.tsx"
import { Happened } from "./Happened.tsx"
import { HeldOptOuts } from "./HeldOptOuts.tsx"
import { useLiveBroadcast } from "./live/LiveBroadcast.ts"
import { Plot } from "./live/Plot.tsx"
import { Reasons } from "./recipients/Reasons.tsx"
import { Recipients } from "./recipients/Recipients.tsx"
import { recipientState } from "./recipients/RecipientState.ts"
import { isOver, StatusBadge } from "./Status.tsx"
import { Fact } from "../ui/Fact.tsx"

/** A broadcast with live progress, failure reasons and actions. */
export const BroadcastView = () => {
  const { params } = useRoute()
  const uuid = params["uuid"] ?? ""
  const { broadcast, events, live, points, refusal, reload } = useLiveBroadcast(uuid)
  const [state, setState] = useUrlState(recipientState)
  const back = { href: pathTo("broadcasts"), title: "Broadcasts" }
  if (broadcast === undefined) {
    return (
      <Page title="Broadcast" back={back}>
        {refusal ? <ErrorBox refusal={refusal} onRetry={() => void reload()} /> : <Skeleton lines={12} />}
      </Page>
    )
  }
  const { resolution, retry_of, scheduled_at, status, status_reason, template_name, valid_until } = broadcast
  return (
    <Page
      title={broadcast.name}
      back={back}
      aside={
        <>
          <StatusBadge status={status} />
          {!isOver(status) && <Badge tone={live ? "good" : "neutral"}>{live ? "Live" : "Every few seconds"}</Badge>}
        </>
      }
      actions={<Actions broadcast={broadcast} reload={reload} />}
    >
      <ErrorBox refusal={refusal} onRetry={() => void reload()} />
      {status_reason !== undefined && (
        <p class="broadcasts-note" role="status">
          {`Why: ${status_reason}`}
        </p>
      )}
      <HeldOptOuts broadcast={broadcast} reload={reload} />
      <dl class="broadcasts-facts">
        <Fact title="Template">{template_name}</Fact>
        <Fact title="Sender">{broadcast.from}</Fact>
        <Fact title="Begins">
          <Instant iso={scheduled_at} />
        </Fact>
        {valid_until !== null && <Fact title="Ends by">{formatInstant(valid_until)}</Fact>}
        {retry_of !== null && (
          <Fact title="Retry of">
            <a href={pathTo(`broadcasts/${retry_of}`)}>another broadcast</a>
          </Fact>
        )}
      </dl>
      {resolution !== null && (
        <Progress label="Preparing recipients" done={resolution.resolved} total={resolution.contacts ?? undefined} />
      )}
      <section aria-label="Counters" class="broadcasts-now">
        <Counters broadcast={broadcast} />
        <DeliveryBar broadcast={broadcast} />
      </section>
      <div class="broadcasts-columns">
        <Card title="Over time">
          <Plot points={points} />
        </Card>
        <Card title="Not reached, by reason">
          <Reasons broadcast={broadcast} chosen={state.reason} onChoose={(reason) => setState({ ...state, reason })} />
        </Card>
      </div>
      <Recipients broadcast={broadcast} state={state} onState={setState} />
      {events.length > 0 && (
        <Card title="What happened">
          <Happened events={events} />
        </Card>
      )}
    </Page>
  )
}
