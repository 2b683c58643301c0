import { useAction } from "../api/Load.ts"
import { pathTo } from "../api/Place.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button, LinkButton } from "../ui/Button.tsx"
import { Card } from "../ui/Page.tsx"
import type { FileFormat } from "./file/Choices.ts"
import { checkedRows } from "./file/FileRows.ts"
import { inputOf } from "./file/OpenedFile.ts"
import { DoubtQuestion } from "./Resume.tsx"
import { dropImport, goOn, type Run, sendDoubtful, skipDoubtful, stopImport } from "./run/CurrentRun.ts"
import { failedFile } from "./run/FailedFile.ts"
import { RunReportPart } from "./RunReport.tsx"
import { formatNumber } from "../texts/Text.ts"
import { saveFile } from "../ui/SaveFile.ts"

/** An import that is running or finished. */
export const RunCard = ({ run }: { readonly run: Run }) => {
  const { choices, doubt, known, opened, refusal, report, state } = run
  const failed = useAction(async () => {
    const input = inputOf(opened, new AbortController().signal)
    const rows = checkedRows(input, opened.columns, choices, known)
    saveFile(await failedFile(rows, opened, report?.failures ?? new Map()), failedName(opened.file.name, opened.format))
  })
  return (
    <Card title={`Import of ${opened.file.name}`}>
      <div class="import-report">
        {state !== "running" && (
          <p role="status">
            {state === "done"
              ? "The import is complete."
              : `The import was stopped. Rows up to ${formatNumber(report?.sent ?? 0)} were sent.`}
          </p>
        )}
        <ErrorBox refusal={refusal ?? failed.refusal} />
        {doubt !== undefined && <DoubtQuestion doubt={doubt} onSend={sendDoubtful} onSkip={skipDoubtful} />}
        <RunReportPart run={run} label="Importing" />
        {state === "running" ? (
          <div class="import-actions">
            <Button icon="pause" onClick={stopImport}>
              Stop
            </Button>
          </div>
        ) : (
          <>
            {report !== undefined && report.failures.size > 0 && (
              <p class="quiet">Fix the rows in the file and drop it here again.</p>
            )}
            <div class="import-actions">
              {report !== undefined && report.failures.size > 0 && (
                <Button icon="download" busy={failed.busy} onClick={() => void failed.run()}>
                  Download failed rows
                </Button>
              )}
              <Button icon="import" onClick={dropImport}>
                Import another file
              </Button>
              {state === "stopped" && doubt === undefined ? (
                <Button look="primary" icon="play" onClick={goOn}>
                  Continue
                </Button>
              ) : (
                <LinkButton look="primary" href={pathTo("contacts")}>
                  See the contacts
                </LinkButton>
              )}
            </div>
          </>
        )}
      </div>
    </Card>
  )
}

/** Returns the name of the file with the failed rows. */
const failedName = (name: string, format: FileFormat): string =>
  name.replace(/(\.\w+)?$/, (extension) => `-failed${(format !== "xlsx" && extension) || ".csv"}`)
