import { useState } from "preact/hooks"
import { useLoad } from "../api/Load.ts"
import { usePages } from "../api/Pages.ts"
import { OptOutConfirm } from "../contact/OptOutConfirm.tsx"
import { shortOf } from "../events/EventLog.ts"
import { pathTo } from "../api/Place.ts"
import { useUrlState } from "../shell/UrlState.ts"
import { text } from "../texts/Text.ts"
import { allTokens } from "../tokens/AllTokens.ts"
import { Empty } from "../ui/answers/Empty.tsx"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Button } from "../ui/Button.tsx"
import { Select } from "../ui/forms/Select.tsx"
import { Instant } from "../ui/Instant.tsx"
import { Page } from "../ui/Page.tsx"
import { type Column, Table } from "../ui/table/Table.tsx"
import { type OptOut, optOutPage } from "./OptOuts.ts"
import { type OptOutsState, optOutsQuery, scopes, sources } from "./OptOutsState.ts"

/** Who is opted out, from what, since when and how. */
export const OptOutsView = () => {
  const [state, setState] = useUrlState(optOutsQuery)
  const [asked, setAsked] = useState<OptOut>()
  const { hasMore, items, loading, more, refusal, reload, total } = usePages<OptOut>(
    (after, signal) => optOutPage(state, Number(after), signal),
    [state]
  )
  // Without that scope, users are shown by their uuids.
  const tokens = useLoad(allTokens, []).value
  const actorName = (actor: string) => tokens?.find(({ actor_uuid }) => actor_uuid === actor)?.name ?? shortOf(actor)
  const isNarrowed = state.scope !== "any" || state.source !== "any"
  return (
    <Page
      title={text("shell.views.optOuts")}
      aside={
        <span class="quiet numbers" aria-live="polite">
          {total !== undefined && text("optOuts.count", { count: total })}
        </span>
      }
      actions={<Filters state={state} onState={setState} />}
    >
      <ErrorBox refusal={refusal} onRetry={reload} />
      {items === undefined && loading && <Skeleton lines={8} />}
      {items?.length === 0 &&
        (isNarrowed ? (
          <Empty title={text("optOuts.none")} />
        ) : (
          <Empty title={text("optOuts.empty.title")}>{text("optOuts.empty.text")}</Empty>
        ))}
      {items !== undefined && items.length > 0 && (
        <Table
          caption={text("shell.views.optOuts")}
          columns={columnsOf(actorName, setAsked)}
          rows={items}
          rowKey={({ address, contact_uuid, scope }) => `${contact_uuid ?? address} ${scope}`}
        />
      )}
      {hasMore && (
        <div>
          <Button busy={loading} onClick={more}>
            {text("optOuts.more")}
          </Button>
        </div>
      )}
      {asked?.contact_uuid && (
        <OptOutConfirm
          verb="optIn"
          uuid={asked.contact_uuid}
          name={personOf(asked)}
          onChanged={reload}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Page>
  )
}

const Filters = ({
  onState,
  state
}: {
  readonly state: OptOutsState
  readonly onState: (state: OptOutsState) => void
}) => (
  <>
    <Select
      aria-label={text("optOuts.columns.scope")}
      choices={[
        { value: "any" as const, title: text("optOuts.anyScope") },
        ...scopes.map((value) => ({ value, title: text(`contact.optOut.scopes.${value}`) }))
      ]}
      value={state.scope}
      onValue={(scope) => onState({ ...state, scope })}
    />
    <Select
      aria-label={text("optOuts.columns.source")}
      choices={[
        { value: "any" as const, title: text("optOuts.anySource") },
        ...sources.map((value) => ({ value, title: text(`optOuts.sources.${value}`) }))
      ]}
      value={state.source}
      onValue={(source) => onState({ ...state, source })}
    />
  </>
)

/** Whom an opt-out is of, by name or address. */
const personOf = ({ address, contact_uuid, name }: OptOut): string =>
  name ?? address ?? (contact_uuid === null ? text("imports.erased") : shortOf(contact_uuid))

const columnsOf = (
  actorName: (actor: string) => string,
  onAsk: (optOut: OptOut) => void
): ReadonlyArray<Column<OptOut>> => [
  {
    key: "person",
    title: text("optOuts.columns.person"),
    cell: (optOut) =>
      optOut.contact_uuid === null ? (
        <span class="numbers">{personOf(optOut)}</span>
      ) : (
        <a href={pathTo(`contacts/${optOut.contact_uuid}`)}>{personOf(optOut)}</a>
      )
  },
  {
    key: "scope",
    title: text("optOuts.columns.scope"),
    width: "11rem",
    cell: ({ scope }) => text(`contact.optOut.scopes.${scope}`)
  },
  {
    key: "source",
    title: text("optOuts.columns.source"),
    width: "14rem",
    cell: ({ source }) => text(`optOuts.sources.${source}`)
  },
  {
    key: "since",
    title: text("optOuts.columns.since"),
    width: "13rem",
    cell: ({ opted_out_at }) => <Instant iso={opted_out_at} />
  },
  {
    key: "by",
    title: text("optOuts.columns.by"),
    width: "10rem",
    cell: ({ opted_out_by: by, source }) => {
      if (by !== null) return <span title={by}>{actorName(by)}</span>
      return source === "message" || source === "channel" ? text(`optOuts.by.${source}`) : <span class="quiet">–</span>
    }
  },
  {
    key: "optIn",
    title: text("contact.optOut.optIn.button"),
    unseen: true,
    align: "end",
    cell: (optOut) =>
      optOut.contact_uuid !== null && (
        <Button small aria-label={text("optOuts.optIn", { name: personOf(optOut) })} onClick={() => onAsk(optOut)}>
          {text("contact.optOut.optIn.button")}
        </Button>
      )
  }
]
