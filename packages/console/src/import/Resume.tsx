import { Button } from "../ui/Button.tsx"
import type { Doubt } from "@rollcall/contact-files"
import type { KeptRun } from "./run/KeptRun.ts"
import { formatNumber } from "../texts/Text.ts"

/** An interrupted import, and how to continue it. */
export const Resume = ({
  begun,
  chosen,
  onDiscard,
  onGoOn
}: {
  readonly begun: KeptRun
  /** Whether the chosen file is the file of the interrupted import. */
  readonly chosen: "none" | "same" | "other"
  readonly onDiscard: () => void
  readonly onGoOn: () => void
}) => {
  const { batches, file } = begun
  return (
    <div class="import-doubt" role="status">
      <strong>{`An import of ${file.name} was interrupted`}</strong>
      <p>
        {chosen === "other"
          ? `This isn't ${file.name}, or the file has changed. Choose the original file to continue, or cancel the import.`
          : `Rows up to ${formatNumber(batches.at(-1)?.last ?? 0)} were sent. Choose the same file to continue. Nothing is imported twice.`}
      </p>
      <div class="import-actions">
        <Button look="quiet" onClick={onDiscard}>
          Cancel the import
        </Button>
        {chosen === "same" && (
          <Button look="primary" onClick={onGoOn}>
            Continue
          </Button>
        )}
      </div>
    </div>
  )
}

/** Asks whether rows arrived, if only a person can find out. */
export const DoubtQuestion = ({
  doubt: { first, last },
  onSend,
  onSkip
}: {
  readonly doubt: Doubt
  readonly onSend: () => void
  readonly onSkip: () => void
}) => (
  <div class="import-doubt" role="alert">
    <strong>{`Rows ${formatNumber(first)} to ${formatNumber(last)} may not have arrived`}</strong>
    <p>{`The connection was lost. Search for the contact of row ${formatNumber(first)} before you choose: sending rows twice creates duplicates.`}</p>
    <div class="import-actions">
      <Button onClick={onSend}>Not there: send the rows</Button>
      <Button onClick={onSkip}>Already there: skip the rows</Button>
    </div>
  </div>
)
