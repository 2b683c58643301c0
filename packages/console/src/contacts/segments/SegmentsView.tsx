import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { call } from "../../api/Client.ts"
import { pathTo } from "../../api/Place.ts"
import { useUrlState } from "../../shell/UrlState.ts"
import { codecOf, readPages } from "../../reading/QueryCodec.ts"
import { LinkButton } from "../../ui/Button.tsx"
import { Count } from "../../ui/Count.tsx"
import { Instant } from "../../ui/Instant.tsx"
import { useConfirm } from "../../ui/overlays/Confirm.tsx"
import { Menu } from "../../ui/overlays/Menu.tsx"
import type { Column } from "../../ui/table/Table.tsx"
import { activeTabs } from "../../ui/Tabs.tsx"
import { contactsQuery, equals, initialState, stateOfSearch } from "../ContactSearch.ts"
import { SegmentDialog } from "./SegmentDialog.tsx"
import { archiving, type Segment } from "./Segment.ts"
import { usePages, pagesOf } from "../../api/Pages.ts"
import { useLoad } from "../../api/Load.ts"
import { ListPage } from "../../ui/Listing.tsx"
import { readOneOf } from "../../reading/Reader.ts"

const segmentsQuery = codecOf(
  { status: readOneOf(["active", "archived"]), pages: readPages },
  { status: "active", pages: 1 }
)

/** Returns the URL of a segment's contacts, with its filters. */
const contactsOf = ({ search, uuid }: Segment): string =>
  pathTo(`contacts?${contactsQuery.write({ ...initialState, ...stateOfSearch(search), segment: uuid }).toString()}`)

/** The segments of the workspace and their current sizes. */
export const SegmentsView = () => {
  const [state, setState] = useUrlState(segmentsQuery)
  const segments = usePages(
    pagesOf("segments", ({ offset }, signal) =>
      call("GET /v1/segments", { query: { limit: 50, offset, status: state.status }, signal })
    ),
    [state.status],
    { pages: state.pages, onMore: () => setState({ ...state, pages: state.pages + 1 }, "replace") }
  )
  const [renamed, setRenamed] = useState<Segment>()
  const [confirm, confirmation] = useConfirm()
  const { route } = useLocation()
  const active = state.status === "active"
  const actions: Column<Segment> = {
    key: "actions",
    title: "Actions",
    unseen: true,
    width: "3rem",
    cell: (segment) => (
      <Menu
        button={{ icon: "more", look: "quiet", "aria-label": `Actions for ${segment.name}` }}
        items={[
          {
            title: "Write to these contacts",
            icon: "send",
            run: () => route(pathTo(`compose?segment=${segment.uuid}`))
          },
          { title: "Rename…", icon: "compose", run: () => setRenamed(segment) },
          {
            title: "Archive",
            icon: "archive",
            run: () => confirm({ ...archiving(segment), onDone: segments.reload })
          }
        ]}
      />
    )
  }
  return (
    <ListPage
      title="Segments"
      total={{ one: "# segment", other: "# segments" }}
      tabs={{
        label: "Show",
        tabs: activeTabs,
        current: state.status,
        onSelect: (status) => setState({ status, pages: 1 })
      }}
      pages={segments}
      caption="Segments"
      columns={[...columnsOf(active), ...(active ? [actions] : [])]}
      none={active ? "No segments yet" : "No archived segments"}
      noneText="A segment always contains the contacts that match its filters."
      noneActions={active && <LinkButton href={pathTo("contacts")}>Filter contacts</LinkButton>}
      dialogs={
        <>
          {renamed && (
            <SegmentDialog segment={renamed} onClose={() => setRenamed(undefined)} onSaved={segments.reload} />
          )}
          {confirmation}
        </>
      }
    />
  )
}

const columnsOf = (active: boolean): ReadonlyArray<Column<Segment>> => [
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

/** The current size of a segment. A few sizes are loaded at a time, after the table. */
const Size = ({ segment: { search, uuid } }: { readonly segment: Segment }) => {
  // A segment with an unknown size shows no number. The listing shows the error.
  const { value } = useLoad(
    (signal) => {
      const body = { advanced_search: [equals("segment_uuid", uuid)] }
      return call("POST /v1/contacts/search", { query: { limit: 1 }, body, signal })
    },
    [uuid, JSON.stringify(search)]
  )
  return <Count value={value?.pagination.total} />
}
