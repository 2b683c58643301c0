import { useRoute } from "preact-iso"
import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import { nextOffset, usePages } from "../api/Pages.ts"
import { pathTo } from "../api/Place.ts"
import { useUrlState } from "../shell/UrlState.ts"
import { formatNumber, text } from "../texts/Text.ts"
import { Empty } from "../ui/answers/Empty.tsx"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Badge, type Tone } from "../ui/Badge.tsx"
import { Button } from "../ui/Button.tsx"
import { Select } from "../ui/forms/Select.tsx"
import { Page } from "../ui/Page.tsx"
import { type Column, Table } from "../ui/table/Table.tsx"
import { type ImportedRow, outcomes, rowsShown } from "./Outcome.ts"

/** An import that was made, from here or from elsewhere: how far it is, and what became of its rows. */
export const ImportedView = () => {
  const { contact_import_uuid = "" } = useRoute().params
  const params = { contact_import_uuid }
  const [shown, setShown] = useUrlState(rowsShown)
  const made = useLoad(
    (signal) => call("GET /v1/contacts/bulk/:contact_import_uuid", { params, signal }),
    [contact_import_uuid]
  )
  const rows = usePages<ImportedRow>(
    async (after, signal) => {
      const query = { limit: 100, offset: Number(after), ...(shown === "all" ? {} : { outcome: shown }) }
      const page = await call("GET /v1/contacts/bulk/:contact_import_uuid/rows", { params, query, signal })
      return { items: page.rows, next: nextOffset(page.rows, page.pagination) }
    },
    [contact_import_uuid, shown]
  )
  const summary = made.value?.summary
  return (
    <Page
      title={text("imports.title")}
      back={{ href: pathTo("events"), title: text("shell.views.events") }}
      aside={made.value && <Badge>{text(`imports.statuses.${made.value.status}`)}</Badge>}
    >
      <ErrorBox refusal={made.refusal ?? rows.refusal} />
      {summary && (
        <p>
          {text("imports.summary", {
            total: formatNumber(summary.total),
            created: formatNumber(summary.created),
            skipped: formatNumber(summary.skipped),
            failed: formatNumber(summary.failed)
          })}
        </p>
      )}
      <p>
        <Select
          aria-label={text("imports.shown")}
          choices={(["all", ...outcomes] as const).map((value) => ({
            value,
            title: value === "all" ? text("imports.all") : text(`import.counts.${value}`)
          }))}
          value={shown}
          onValue={setShown}
        />
      </p>
      {rows.items === undefined && rows.loading && <Skeleton lines={8} />}
      {rows.items?.length === 0 && <Empty title={text("imports.none")} />}
      {rows.items !== undefined && rows.items.length > 0 && (
        <Table
          caption={text("imports.rows")}
          columns={columns}
          rows={rows.items}
          rowKey={({ index }) => String(index)}
        />
      )}
      {rows.hasMore && (
        <Button busy={rows.loading} onClick={rows.more}>
          {text("import.lines.more")}
        </Button>
      )}
    </Page>
  )
}

const tones: { readonly [Outcome in (typeof outcomes)[number]]: Tone } = {
  created: "good",
  updated: "good",
  unchanged: "neutral",
  skipped: "warn",
  failed: "bad"
}

const columns: ReadonlyArray<Column<ImportedRow>> = [
  { key: "row", title: text("import.lines.row"), cell: ({ index }) => formatNumber(index + 1) },
  {
    key: "outcome",
    title: text("import.lines.kind"),
    cell: ({ outcome }) => (
      <span>{outcome && <Badge tone={tones[outcome]}>{text(`import.counts.${outcome}`)}</Badge>}</span>
    )
  },
  {
    key: "contact",
    title: text("events.subjects.contact"),
    cell: ({ contact_uuid, erased }) =>
      erased || contact_uuid === null ? (
        <span class="quiet">{erased && text("imports.erased")}</span>
      ) : (
        <a class="numbers" href={pathTo(`contacts/${contact_uuid}`)}>
          …{contact_uuid.slice(-6)}
        </a>
      )
  },
  { key: "error", title: text("import.lines.message"), cell: ({ error }) => error }
]
