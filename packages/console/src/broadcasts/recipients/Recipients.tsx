import { useEffect, useMemo } from "preact/hooks"
import type { Broadcast } from "../../api/Follow.ts"
import { pathTo } from "../../api/Place.ts"
import type { SetUrlState } from "../../shell/UrlState.ts"
import { Button } from "../../ui/Button.tsx"
import { choicesIn, SelectField, withChosen } from "../../ui/forms/Select.tsx"
import { Instant } from "../../ui/Instant.tsx"
import { Card } from "../../ui/Page.tsx"
import type { Column } from "../../ui/table/Table.tsx"
import { VirtualRows } from "../../ui/table/VirtualRows.tsx"
import { isOver, type Reason, reasonTitle } from "../Status.tsx"
import { Download, recipientPages } from "./Download.tsx"
import { reasonsOf } from "./Reasons.tsx"
import { type RecipientState, type Recipient, recipientStatuses } from "./RecipientState.ts"
import { usePages } from "../../api/Pages.ts"
import { Total, Listing } from "../../ui/Listing.tsx"
import { BadgeOf } from "../../ui/Badge.tsx"

/** A recipient and its index, because several may have the same identifier. */
interface Listed extends Recipient {
  readonly at: number
}

/** The recipients of a broadcast, filtered by status and reason. */
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
  const listed = usePages(recipientPages(uuid, state, 200), [uuid, state.status, state.reason])
  const { loading, reload, total } = listed
  const items = useMemo(() => listed.items?.map((recipient, at): Listed => ({ ...recipient, at })), [listed.items])
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
          choices={[{ value: "all" as const, title: "All statuses" }, ...choicesIn(recipientStatuses)]}
        />
        <SelectField
          label="Reason"
          value={state.reason ?? "all"}
          onValue={(reason) => onState({ ...state, reason: reason === "all" ? undefined : reason })}
          choices={withChosen<Reason | "all">(
            [{ value: "all", title: "Any reason" }, ...counts.map(([value]) => ({ value, title: reasonTitle(value) }))],
            state.reason ?? "all",
            reasonTitle(state.reason ?? "all")
          )}
        />
        <p>
          <Total of={total} one="# recipient" other="# recipients" />
        </p>
      </div>
      <Listing pages={{ ...listed, items }} none="No recipients match">
        {(rows) => (
          <div class="broadcasts-rows">
            <VirtualRows
              caption="Recipients"
              columns={columns}
              rows={rows}
              rowKey={({ at }) => String(at)}
              total={total ?? 0}
              onEnd={listed.more}
            />
          </div>
        )}
      </Listing>
    </Card>
  )
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
    cell: ({ status }) => <BadgeOf titles={recipientStatuses} name={status} />
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
