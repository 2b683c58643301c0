import { type Cause, noOutcome, type ReportLine } from "@rollcall/contact-files"
import { useState } from "preact/hooks"
import { Button } from "../ui/Button.tsx"
import { Tabs } from "../ui/Tabs.tsx"
import { type Column, Table } from "../ui/table/Table.tsx"
import type { Run } from "./run/CurrentRun.ts"
import { outcomes, outcomeTitles } from "../imports/Outcome.ts"
import { formatNumber, locale, plural } from "../texts/Text.ts"
import { BadgeOf, type BadgeTitles } from "../ui/Badge.tsx"
import { keysOf } from "../reading/Reader.ts"

const badges = {
  failed: ["Failed", "bad"],
  merged: ["Merged", "neutral"],
  warning: ["Warning", "warn"]
} as const satisfies BadgeTitles<ReportLine["kind"]>

const kindTitles = { failed: "Failed", merged: "Merged", warning: "Warnings" } as const

const percent = new Intl.NumberFormat(locale, { style: "percent" })

/** The progress of a run, and the results of its rows. */
export const RunReportPart = ({ label, run }: { readonly run: Run; readonly label: string }) => {
  const { report, share, state } = run
  const counts = report?.counts ?? noOutcome.counts
  return (
    <div class="import-report">
      {state === "running" && (
        <div class="progress">
          <div class="progress-line">
            <span>{label}</span>
            <span class="numbers quiet">
              {plural(report?.rows ?? 0, "# row", "# rows")} · {percent.format(share)}
            </span>
          </div>
          <progress aria-label={label} value={share} max={1} />
        </div>
      )}
      <dl class="import-counts" aria-live="polite">
        {outcomes.map((outcome) => (
          <div key={outcome} class="import-count">
            <dt>{outcomeTitles[outcome][0]}</dt>
            <dd>{formatNumber(counts[outcome])}</dd>
          </div>
        ))}
      </dl>
      {report !== undefined && report.lines.length > 0 && (
        <Lines report={report} isCsv={run.choices.format !== "jsonl" && run.choices.hasHeader} />
      )}
    </div>
  )
}

const kinds = keysOf(kindTitles)

const columns: ReadonlyArray<Column<ReportLine>> = [
  { key: "row", title: "Row", cell: ({ number }) => formatNumber(number) },
  { key: "kind", title: "What", cell: ({ kind }) => <BadgeOf titles={badges} name={kind} /> },
  { key: "message", title: "Message", cell: ({ error }) => error }
]

const causeColumns: ReadonlyArray<Column<Cause>> = [
  { key: "count", title: "Rows", cell: ({ count }) => formatNumber(count) },
  { key: "row", title: "Such as row", cell: ({ row }) => formatNumber(row) },
  { key: "message", title: "Message", cell: ({ error }) => error }
]

/** The most causes to show. */
const maxCauses = 20

/** The number of rows to show at first, and to add each time. */
const pageSize = 100

/** The rows with a failure, a warning or a merge, filtered by one of them. */
const Lines = ({ isCsv, report }: { readonly report: NonNullable<Run["report"]>; readonly isCsv: boolean }) => {
  const [chosen, setChosen] = useState<ReportLine["kind"]>()
  const [size, setSize] = useState(pageSize)
  const kind = chosen ?? kinds.find((name) => report.totals[name] > 0) ?? "failed"
  const rows = report.lines.filter((line) => line.kind === kind)
  const shown = rows.slice(0, size)
  const causes = kind === "merged" ? [] : report.causes[kind].slice(0, maxCauses)
  return (
    <Tabs
      label="Rows with messages"
      tabs={kinds.map((name) => ({ name, title: kindTitles[name], count: report.totals[name] }))}
      current={kind}
      onSelect={(name) => {
        setChosen(name)
        setSize(pageSize)
      }}
    >
      <div class="import-lines">
        {causes.length > 0 && causes.length < rows.length && (
          <Table caption="Causes" columns={causeColumns} rows={causes} rowKey={({ error, row }) => `${row} ${error}`} />
        )}
        {shown.length === 0 ? (
          <p class="quiet">None.</p>
        ) : (
          <Table
            caption="Rows with messages"
            columns={columns}
            rows={shown}
            rowKey={({ error, number }) => `${number} ${error}`}
          />
        )}
        {isCsv && shown.length > 0 && <p class="quiet">Row 1 is the first row below the header.</p>}
        {shown.length < report.totals[kind] && (
          <div class="import-more">
            <span class="quiet">{`${formatNumber(shown.length)} of ${formatNumber(report.totals[kind])}`}</span>
            {shown.length < rows.length && (
              <Button small onClick={() => setSize(size + pageSize)}>
                Show more
              </Button>
            )}
          </div>
        )}
      </div>
    </Tabs>
  )
}
