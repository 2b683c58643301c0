import { useEffect, useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { call } from "../../api/Client.ts"
import { pathTo } from "../../api/Place.ts"
import { useUrlState } from "../../shell/UrlState.ts"
import { codecOf, readPages } from "../../reading/QueryCodec.ts"
import { LinkButton } from "../../ui/Button.tsx"
import { Count } from "../../ui/Count.tsx"
import { Instant } from "../../ui/Instant.tsx"
import { Menu } from "../../ui/overlays/Menu.tsx"
import { Page } from "../../ui/Page.tsx"
import type { Column } from "../../ui/table/Table.tsx"
import { Tabs, activeTabs } from "../../ui/Tabs.tsx"
import { contactsQuery, initialState, stateOfSearch } from "../ContactSearch.ts"
import { SegmentDialog } from "./SegmentDialog.tsx"
import type { Segment } from "./Segment.ts"
import { usePages, pageOf } from "../../api/Pages.ts"
import { Total, Listing } from "../../ui/Listing.tsx"
import { ArchiveSegment } from "./ArchiveSegment.tsx"
import { readOneOf } from "../../reading/Reader.ts"

interface SegmentsState {
  readonly status: "active" | "archived"
  readonly pages: number
}

const segmentsQuery = codecOf<SegmentsState>(
  { status: readOneOf(["active", "archived"]), pages: readPages },
  { status: "active", pages: 1 }
)

const pageSize = 50

/** The URL of the contacts that a segment has, with its filters. */
const contactsOf = ({ search, uuid }: Segment): string =>
  pathTo(`contacts?${contactsQuery.write({ ...initialState, ...stateOfSearch(search), segment: uuid }).toString()}`)

/** The segments of the workspace, with how many contacts each has now. */
export const SegmentsView = () => {
  const [state, setState] = useUrlState(segmentsQuery)
  const segments = usePages(
    async (after, signal) => {
      const query = { limit: pageSize, offset: Number(after), status: state.status }
      const answer = await call("GET /v1/segments", { query, signal })
      return pageOf(answer.segments, answer.pagination)
    },
    [state.status],
    { pages: state.pages, onMore: () => setState({ ...state, pages: state.pages + 1 }, "replace") }
  )
  const [renamed, setRenamed] = useState<Segment>()
  const [archived, setArchived] = useState<Segment>()
  const { route } = useLocation()
  const write = ({ uuid }: Segment) => route(pathTo(`compose?segment=${uuid}`))
  const active = state.status === "active"
  return (
    <Page title="Segments" aside={<Total of={segments.total} one="# segment" other="# segments" />}>
      <Tabs
        label="Which segments"
        tabs={activeTabs}
        current={state.status}
        onSelect={(status) => setState({ status, pages: 1 })}
      >
        <div class="segments-list">
          <Listing
            pages={segments}
            caption="Segments"
            columns={columnsOf(active, write, setRenamed, setArchived)}
            none={active ? "No segments yet" : "No archived segments"}
            noneText="A segment has the contacts that its filters find whenever it is used."
            noneActions={active && <LinkButton href={pathTo("contacts")}>Filter contacts</LinkButton>}
          />
        </div>
      </Tabs>
      {renamed && <SegmentDialog segment={renamed} onClose={() => setRenamed(undefined)} onSaved={segments.reload} />}
      {archived && (
        <ArchiveSegment segment={archived} onClose={() => setArchived(undefined)} onArchived={segments.reload} />
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
