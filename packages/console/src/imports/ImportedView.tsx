import { useRoute } from "preact-iso"
import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import { pagesOf, usePages } from "../api/Pages.ts"
import { pathTo } from "../api/Place.ts"
import { useUrlState } from "../shell/UrlState.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Badge, BadgeOf } from "../ui/Badge.tsx"
import { Select, choicesIn } from "../ui/forms/Select.tsx"
import { Page } from "../ui/Page.tsx"
import type { Column } from "../ui/table/Table.tsx"
import { type ImportedRow, rowsShown, outcomeTitles } from "./Outcome.ts"
import { formatNumber } from "../texts/Text.ts"
import { Listing } from "../ui/Listing.tsx"

const statusTitles = { pending: "Waiting", processing: "Running", completed: "Completed", failed: "Failed" } as const

/** The progress of an import, and the outcomes of its rows. */
export const ImportedView = () => {
  const { contact_import_uuid = "" } = useRoute().params
  const params = { contact_import_uuid }
  const [shown, setShown] = useUrlState(rowsShown)
  const made = useLoad(
    (signal) => call("GET /v1/contacts/bulk/:contact_import_uuid", { params, signal }),
    [contact_import_uuid]
  )
  const rows = usePages<ImportedRow>(
    pagesOf("rows", ({ offset }, signal) => {
      const query = { limit: 100, offset, outcome: shown === "all" ? null : shown }
      return call("GET /v1/contacts/bulk/:contact_import_uuid/rows", { params, query, signal })
    }),
    [contact_import_uuid, shown]
  )
  const summary = made.value?.summary
  return (
    <Page
      title="Import"
      back={{ href: pathTo("imports"), title: "Imports" }}
      aside={made.value && <Badge>{statusTitles[made.value.status]}</Badge>}
    >
      <ErrorBox refusal={made.refusal} />
      {summary && (
        <p>
          {`${formatNumber(summary.total)} rows: ${formatNumber(summary.created)} created, updated or unchanged, ${formatNumber(summary.skipped)} skipped, ${formatNumber(summary.failed)} failed.`}
        </p>
      )}
      <p>
        <Select
          aria-label="Which rows"
          choices={[{ value: "all" as const, title: "All rows" }, ...choicesIn(outcomeTitles)]}
          value={shown}
          onValue={setShown}
        />
      </p>
      <Listing
        pages={rows}
        caption="The rows of the import"
        columns={columns}
        rowKey={({ index }) => String(index)}
        none="No rows match"
      />
    </Page>
  )
}

/** The fields of a row that couldn't be undone, with the reasons. Without any, a badge. */
const Undone = ({ issues }: NonNullable<ImportedRow["undo"]>) =>
  issues.length === 0 ? (
    <Badge>Undone</Badge>
  ) : (
    <>{issues.map(({ field, msg }) => (field === "" ? msg : `${field} ${msg}`)).join("; ")}</>
  )

const columns: ReadonlyArray<Column<ImportedRow>> = [
  { key: "row", title: "Row", cell: ({ index }) => formatNumber(index + 1) },
  {
    key: "outcome",
    title: "What",
    cell: ({ outcome }) => <span>{outcome && <BadgeOf titles={outcomeTitles} name={outcome} />}</span>
  },
  {
    key: "contact",
    title: "Contact",
    cell: ({ contact_uuid, erased }) =>
      erased || contact_uuid === null ? (
        <span class="quiet">{erased && "Erased"}</span>
      ) : (
        <a class="numbers" href={pathTo(`contacts/${contact_uuid}`)}>
          …{contact_uuid.slice(-6)}
        </a>
      )
  },
  { key: "error", title: "Message", cell: ({ error }) => error },
  { key: "undo", title: "Undone", cell: ({ undo }) => undo && <Undone {...undo} /> }
]
