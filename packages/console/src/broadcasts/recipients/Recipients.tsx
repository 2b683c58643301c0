import { useEffect } from "preact/hooks"
import type { Broadcast } from "../../api/Follow.ts"
import { pathTo } from "../../api/Place.ts"
import type { SetUrlState } from "../../shell/UrlState.ts"
import { Empty } from "../../ui/answers/Empty.tsx"
import { ErrorBox } from "../../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../../ui/answers/Skeleton.tsx"
import { Badge, type Tone } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { choicesOf, SelectField } from "../../ui/forms/Select.tsx"
import { Instant } from "../../ui/Instant.tsx"
import { Card } from "../../ui/Page.tsx"
import type { Column } from "../../ui/table/Table.tsx"
import { VirtualRows } from "../../ui/table/VirtualRows.tsx"
import { isOver, reasonTitle } from "../Status.tsx"
import { Download } from "./Download.tsx"
import { reasonsOf } from "./Reasons.tsx"
import { type Listed, type Recipient, useRecipientPages } from "./RecipientPages.ts"
import { type RecipientState, recipientTitles } from "./RecipientState.ts"
import { plural } from "../../texts/Text.ts"

/** The recipients of a broadcast, of a status and a reason, or all. */
export const Recipients = ({
  broadcast,
  onState,
  state
}: {
  readonly broadcast: Broadcast
  readonly state: RecipientState
  readonly onState: SetUrlState<RecipientState>
}) => {
  const { uuid } = broadcast
  const { loading, more, recipients, refusal, reload, total } = useRecipientPages(uuid, state)
  const over = isOver(broadcast.status)
  useEffect(() => {
    if (over && !loading) reload()
  }, [over])
  const counts = reasonsOf(broadcast)
  return (
    <Card
      title="Recipients"
      flush
      actions={
        <>
          <Button icon="again" onClick={reload} busy={loading}>
            Refresh
          </Button>
          <Download uuid={uuid} name={`${broadcast.name} ${uuid.slice(-8)}`} state={state} />
        </>
      }
    >
      <div class="broadcasts-filters">
        <SelectField
          label="Status"
          value={state.status ?? "all"}
          onValue={(status) => onState({ ...state, status: status === "all" ? undefined : status })}
          choices={[{ value: "all" as const, title: "All statuses" }, ...choicesOf(recipientTitles)]}
        />
        <SelectField
          label="Reason"
          value={state.reason ?? "all"}
          onValue={(reason) => onState({ ...state, reason: reason === "all" ? undefined : reason })}
          choices={[
            { value: "all" as const, title: "Any reason" },
            ...counts.map(([value]) => ({ value, title: reasonTitle(value) })),
            ...(state.reason === undefined || counts.some(([reason]) => reason === state.reason)
              ? []
              : [{ value: state.reason, title: reasonTitle(state.reason) }])
          ]}
        />
        <p class="quiet" aria-live="polite">
          {total !== undefined && plural(total, "# recipient", "# recipients")}
        </p>
      </div>
      <ErrorBox refusal={refusal} onRetry={reload} />
      {total === undefined && loading && <Skeleton lines={8} />}
      {total === 0 && <Empty title="No recipient is like this" />}
      {recipients.length > 0 && (
        <div class="broadcasts-rows">
          <VirtualRows
            caption="Recipients"
            columns={columns}
            rows={recipients}
            rowKey={({ at }) => String(at)}
            total={total ?? 0}
            onEnd={more}
          />
        </div>
      )}
    </Card>
  )
}

const tones: { readonly [Status in Recipient["status"]]: Tone } = {
  submitted: "neutral",
  delivered: "accent",
  read: "good",
  undeliverable: "bad",
  rejected: "warn"
}

const columns: ReadonlyArray<Column<Listed>> = [
  {
    key: "identifier",
    title: "Number",
    width: "12rem",
    cell: ({ contact_uuid, identifier }) =>
      contact_uuid === null ? identifier : <a href={pathTo(`contacts/${contact_uuid}`)}>{identifier}</a>
  },
  {
    key: "status",
    title: "Status",
    width: "9rem",
    cell: ({ status }) => <Badge tone={tones[status]}>{recipientTitles[status]}</Badge>
  },
  {
    key: "reason",
    title: "Reason",
    cell: ({ error, reason }) => (reason === null ? "" : <span title={error ?? undefined}>{reasonTitle(reason)}</span>)
  },
  {
    key: "delivered_at",
    title: "Delivered",
    width: "14rem",
    cell: ({ delivered_at }) => <Instant iso={delivered_at} />
  }
]
