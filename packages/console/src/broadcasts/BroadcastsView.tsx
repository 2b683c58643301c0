import "./broadcasts.css"
import { useEffect, useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import type { Broadcast, BroadcastSummary } from "../api/Follow.ts"
import { pathTo } from "../api/Place.ts"
import { useUrlState } from "../shell/UrlState.ts"
import { Count } from "../ui/Count.tsx"
import { SelectField } from "../ui/forms/Select.tsx"
import { Instant } from "../ui/Instant.tsx"
import { type Column, Table } from "../ui/table/Table.tsx"
import { DeliveryBar } from "./Delivery.tsx"
import { isOver, StatusBadge, statusChoices, statusNames } from "./Status.tsx"
import { usePages, pagesOf } from "../api/Pages.ts"
import { ListPage } from "../ui/Listing.tsx"
import { codecOf } from "../reading/QueryCodec.ts"
import { readOneOf } from "../reading/Reader.ts"

interface Row extends BroadcastSummary {
  readonly details: Broadcast | undefined
}

/** The filter of the listing: one status, or all. */
const listState = codecOf({ status: readOneOf(statusNames) }, { status: "all" })

const refreshEvery = 5_000

export const BroadcastsView = () => {
  const [{ status }, setState] = useUrlState(listState)
  const [pages, setPages] = useState(1)
  useEffect(() => setPages(1), [status])
  const listed = usePages(
    pagesOf("broadcasts", ({ offset }, signal) =>
      call("GET /broadcasts", { query: { limit: 20, offset, status: status === "all" ? null : status }, signal })
    ),
    [status],
    { pages, onMore: () => setPages((before) => before + 1) }
  )
  const details = useDetails(listed.items ?? [])
  const items = listed.items?.map((summary): Row => ({ ...summary, details: details.get(summary.uuid) }))
  // A changed status also changes the listing.
  const changed = items?.some(({ details, status }) => details !== undefined && details.status !== status)
  useEffect(() => {
    if (changed) listed.reload()
  }, [changed])
  return (
    <ListPage
      title="Broadcasts"
      total={{ one: "# broadcast", other: "# broadcasts" }}
      actions={
        <SelectField
          label="Status"
          unseen
          value={status}
          onValue={(status) => setState({ status })}
          choices={[{ value: "all" as const, title: "All statuses" }, ...statusChoices]}
        />
      }
      pages={{ ...listed, items }}
      none={status === "all" ? "No broadcasts yet" : "No broadcast has this status"}
      noneText={
        status === "all"
          ? "A broadcast sends a template to a list, a segment or phone numbers. Compose your first one."
          : "Choose another status to see other broadcasts."
      }
    >
      {(rows) => (
        <div class="broadcasts-list">
          <Table caption="Broadcasts" columns={columns} rows={rows} rowKey={({ uuid }) => uuid} />
        </div>
      )}
    </ListPage>
  )
}

const columns: ReadonlyArray<Column<Row>> = [
  {
    key: "name",
    title: "Name",
    cell: ({ name, template_name, uuid }) => (
      <span class="broadcasts-title">
        <a href={pathTo(`broadcasts/${uuid}`)}>{name}</a>
        <span class="quiet">{template_name}</span>
      </span>
    )
  },
  {
    key: "status",
    title: "Status",
    width: "8rem",
    cell: ({ details, status }) => (
      <span>
        <StatusBadge status={details?.status ?? status} />
      </span>
    )
  },
  {
    key: "progress",
    title: "Progress",
    width: "12rem",
    cell: ({ details }) =>
      details ? <DeliveryBar broadcast={details} /> : <span class="broadcasts-bar" aria-hidden="true" />
  },
  {
    key: "recipients",
    title: "Recipients",
    align: "end",
    cell: ({ details }) => <Count value={details?.recipients ?? undefined} />
  },
  {
    key: "delivered",
    title: "Delivered",
    align: "end",
    cell: ({ details }) => <Count value={details?.delivered} />
  },
  {
    key: "scheduled",
    title: "Begins",
    width: "11rem",
    cell: ({ scheduled_at }) => <Instant iso={scheduled_at} />
  }
]

/** Loads the counters of broadcasts, which listings lack, and reloads them while they may change. */
const useDetails = (summaries: ReadonlyArray<BroadcastSummary>): ReadonlyMap<string, Broadcast> => {
  const [known, setKnown] = useState<ReadonlyMap<string, Broadcast>>(new Map())
  const key = summaries.map(({ uuid }) => uuid).join(" ")
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const over = new Set<string>()
    const load = async (uuid: string) => {
      try {
        const details = await call("GET /broadcasts/:uuid", { params: { uuid }, signal })
        if (isOver(details.status)) over.add(uuid)
        if (!signal.aborted) setKnown((before) => new Map(before).set(uuid, details))
      } catch {
        // The row has no counters. The listing shows the error.
      }
    }
    const all = () => summaries.filter(({ uuid }) => !over.has(uuid)).forEach(({ uuid }) => void load(uuid))
    all()
    const timer = setInterval(all, refreshEvery)
    return () => {
      controller.abort()
      clearInterval(timer)
    }
  }, [key])
  return known
}
