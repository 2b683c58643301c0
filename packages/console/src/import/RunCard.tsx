import { useAction } from "../api/Load.ts"
import { pathTo } from "../api/Place.ts"
import { text } from "../texts/Text.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button, LinkButton } from "../ui/Button.tsx"
import { Card } from "../ui/Page.tsx"
import { preparedRows } from "./file/FileRows.ts"
import { inputOf } from "./file/OpenedFile.ts"
import { DoubtQuestion } from "./Resume.tsx"
import { dropImport, goOn, type Run, sendDoubtful, skipDoubtful, stopImport } from "./run/CurrentRun.ts"
import { download, failedFile } from "./run/FailedFile.ts"
import { RunReportPart } from "./RunReport.tsx"

/** An import that goes on or is over. */
export const RunCard = ({ run }: { readonly run: Run }) => {
  const { choices, doubt, known, opened, refusal, report, state } = run
  const failed = useAction(async () => {
    const input = inputOf(opened.file, opened.encoding, new AbortController().signal)
    const rows = preparedRows(input, opened.columns, choices, known)
    download(await failedFile(rows, opened, report?.failures ?? new Map()), failedName(opened.file.name))
  })
  return (
    <Card title={text("import.run.title", { name: opened.file.name })}>
      <div class="import-report">
        {state !== "running" && (
          <p role="status">
            {state === "done" ? text("import.run.done") : text("import.run.stopped", { sent: report?.sent ?? 0 })}
          </p>
        )}
        <ErrorBox refusal={refusal ?? failed.refusal} />
        {doubt !== undefined && <DoubtQuestion doubt={doubt} onSend={sendDoubtful} onSkip={skipDoubtful} />}
        <RunReportPart run={run} label={text("import.run.running")} />
        {state === "running" ? (
          <div class="import-actions">
            <Button icon="pause" onClick={stopImport}>
              {text("import.run.stop")}
            </Button>
          </div>
        ) : (
          <>
            {report !== undefined && report.failures.size > 0 && <p class="quiet">{text("import.run.failedHint")}</p>}
            <div class="import-actions">
              {report !== undefined && report.failures.size > 0 && (
                <Button icon="download" busy={failed.busy} onClick={() => void failed.run()}>
                  {text("import.run.failed")}
                </Button>
              )}
              <Button icon="import" onClick={dropImport}>
                {text("import.run.another")}
              </Button>
              {state === "stopped" && doubt === undefined ? (
                <Button look="primary" icon="play" onClick={goOn}>
                  {text("import.run.goOn")}
                </Button>
              ) : (
                <LinkButton look="primary" href={pathTo("contacts")}>
                  {text("import.run.contacts")}
                </LinkButton>
              )}
            </div>
          </>
        )}
      </div>
    </Card>
  )
}

/** What the file of failed rows is called. */
const failedName = (name: string): string => name.replace(/(\.\w+)?$/, (extension) => `-failed${extension || ".csv"}`)
