import { useEffect, useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { call } from "../../api/Client.ts"
import { useAction, useLoad } from "../../api/Load.ts"
import { pathTo } from "../../api/Place.ts"
import { type QueryCodec, useUrlState } from "../../shell/UrlState.ts"
import { Empty } from "../../ui/answers/Empty.tsx"
import { ErrorBox } from "../../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../../ui/answers/Skeleton.tsx"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { Count } from "../../ui/Count.tsx"
import { Instant } from "../../ui/Instant.tsx"
import { Confirm } from "../../ui/overlays/Confirm.tsx"
import { Menu } from "../../ui/overlays/Menu.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"
import { Page } from "../../ui/Page.tsx"
import type { Column } from "../../ui/table/Table.tsx"
import { Table } from "../../ui/table/Table.tsx"
import { Tabs } from "../../ui/Tabs.tsx"
import { contactsQuery, initialState, stateOfSearch } from "../ContactSearch.ts"
import { SegmentDialog } from "./SegmentDialog.tsx"
import type { Segment } from "./Segment.ts"
import { plural } from "../../texts/Text.ts"

interface SegmentsState {
  readonly status: "active" | "archived"
  readonly pages: number
}

const segmentsQuery: QueryCodec<SegmentsState> = {
  read: (query) => ({
    status: query.get("status") === "archived" ? "archived" : "active",
    pages: Math.min(50, Math.max(1, Math.trunc(Number(query.get("pages"))) || 1))
  }),
  write: ({ pages, status }) => {
    const query = new URLSearchParams()
    if (status === "archived") query.set("status", status)
    if (pages > 1) query.set("pages", String(pages))
    return query
  }
}

const pageSize = 50

const load = async ({ pages, status }: SegmentsState, signal: AbortSignal) => {
  const loads = Array.from({ length: pages }, (_, page) =>
    call("GET /v1/segments", { query: { limit: pageSize, offset: page * pageSize, status }, signal })
  )
  const answers = await Promise.all(loads)
  return { segments: answers.flatMap(({ segments }) => segments), total: answers[0]?.pagination.total ?? 0 }
}

/** The URL of the contacts that a segment has, with its filters. */
const contactsOf = ({ search, uuid }: Segment): string =>
  pathTo(`contacts?${contactsQuery.write({ ...initialState, ...stateOfSearch(search), segment: uuid }).toString()}`)

/** The segments of the workspace, with how many contacts each has now. */
export const SegmentsView = () => {
  const [state, setState] = useUrlState(segmentsQuery)
  const { loading, refusal, reload, value } = useLoad((signal) => load(state, signal), [state])
  const [renamed, setRenamed] = useState<Segment>()
  const [archived, setArchived] = useState<Segment>()
  const archive = useAction(async () => {
    await call("DELETE /v1/segments/:segment_uuid", { params: { segment_uuid: archived?.uuid ?? "" } })
    toast("The segment is archived")
    reload()
  })
  const { route } = useLocation()
  const write = ({ uuid }: Segment) => route(pathTo(`compose?segment=${uuid}`))
  const columns = columnsOf(state.status === "active", write, setRenamed, setArchived)
  return (
    <Page title="Segments" aside={value && <span class="quiet">{plural(value.total, "# segment", "# segments")}</span>}>
      <Tabs
        label="Which segments"
        tabs={[
          { name: "active", title: "Active" },
          { name: "archived", title: "Archived" }
        ]}
        current={state.status}
        onSelect={(status) => setState({ status, pages: 1 })}
      >
        <div class="segments-list">
          <ErrorBox refusal={refusal} onRetry={reload} />
          {value === undefined && loading && <Skeleton lines={6} />}
          {value?.segments.length === 0 && (
            <Empty
              title={state.status === "active" ? "No segments yet" : "No archived segments"}
              actions={state.status === "active" && <LinkButton href={pathTo("contacts")}>Filter contacts</LinkButton>}
            >
              A segment has the contacts that its filters find whenever it is used.
            </Empty>
          )}
          {value !== undefined && value.segments.length > 0 && (
            <Table caption="Segments" columns={columns} rows={value.segments} rowKey={({ uuid }) => uuid} />
          )}
          {value !== undefined && value.segments.length < value.total && (
            <Button busy={loading} onClick={() => setState({ ...state, pages: state.pages + 1 }, "replace")}>
              Show more
            </Button>
          )}
        </div>
      </Tabs>
      {renamed && <SegmentDialog segment={renamed} onClose={() => setRenamed(undefined)} onSaved={reload} />}
      {archived && (
        <Confirm
          title={`Archive ${archived.name}?`}
          verb="Archive"
          action={archive}
          onClose={() => setArchived(undefined)}
        >
          <p>It can be read afterwards, and not be changed or used any more.</p>
        </Confirm>
      )}
    </Page>
  )
}

const columnsOf = (
  active: boolean,
  write: (segment: Segment) => void,
  rename: (segment: Segment) => void,
  archive: (segment: Segment) => void
): ReadonlyArray<Column<Segment>> => {
  const columns: ReadonlyArray<Column<Segment>> = [
    {
      key: "name",
      title: "Name",
      cell: (segment) => (
        <>
          <a href={contactsOf(segment)}>{segment.name}</a>
          {segment.broken !== null && <p class="field-error">Broken: {segment.broken.detail}</p>}
        </>
      )
    },
    {
      key: "contacts",
      title: "Contacts",
      align: "end",
      cell: (segment) => (active && segment.broken === null ? <Size segment={segment} /> : <Count value={undefined} />)
    },
    { key: "updated_at", title: "Changed", cell: ({ updated_at }) => <Instant iso={updated_at} /> }
  ]
  if (!active) return columns
  return [
    ...columns,
    {
      key: "actions",
      title: "Actions",
      unseen: true,
      width: "3rem",
      cell: (segment) => (
        <Menu
          button={{ icon: "more", look: "quiet", "aria-label": `Actions for ${segment.name}` }}
          items={[
            { title: "Write to these contacts", icon: "send", run: () => write(segment) },
            { title: "Rename…", icon: "compose", run: () => rename(segment) },
            { title: "Archive", icon: "archive", run: () => archive(segment) }
          ]}
        />
      )
    }
  ]
}

/** How many contacts a segment has now. Some are asked for at a time, once the table is there. */
const Size = ({ segment: { search, uuid } }: { readonly segment: Segment }) => {
  const [size, setSize] = useState<number>()
  useEffect(() => {
    const controller = new AbortController()
    const ask = async () => {
      const body = { advanced_search: [{ field: "segment_uuid", operator: "equals", value: uuid } as const] }
      const { pagination } = await call("POST /v1/contacts/search", {
        query: { limit: 1 },
        body,
        signal: controller.signal
      })
      setSize(pagination.total)
    }
    // A segment whose size is not known shows none: the listing itself says what is wrong with it.
    ask().catch(() => setSize(undefined))
    return () => controller.abort()
  }, [uuid, JSON.stringify(search)])
  return <Count value={size} />
}
