import { Button } from "../ui/Button.tsx"
import type { Doubt } from "@rollcall/contact-files"
import type { KeptRun } from "./run/KeptRun.ts"
import { formatNumber } from "../texts/Text.ts"

/** An import that was interrupted, and what to do to go on with it. */
export const Resume = ({
  begun,
  chosen,
  onDiscard,
  onGoOn
}: {
  readonly begun: KeptRun
  /** Whether the file that is chosen is the one that it was begun with. */
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
          ? `This is another file than ${file.name}, or it was changed since. Choose that one to go on, or give the import up.`
          : `The server has its rows up to ${formatNumber(batches.at(-1)?.last ?? 0)}. Choose the same file again to go on with the next one; nothing is imported twice.`}
      </p>
      <div class="import-actions">
        <Button look="quiet" onClick={onDiscard}>
          Give it up
        </Button>
        {chosen === "same" && (
          <Button look="primary" onClick={onGoOn}>
            Go on
          </Button>
        )}
      </div>
    </div>
  )
}

/** Asks whether rows arrived, where only a person can find that out. */
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
    <strong>{`Whether rows ${formatNumber(first)} to ${formatNumber(last)} arrived is not known`}</strong>
    <p>{`The answer was lost. Search for the contact of row ${formatNumber(first)}: to send rows again that are there makes contacts twice.`}</p>
    <div class="import-actions">
      <Button onClick={onSend}>They are missing: send them</Button>
      <Button onClick={onSkip}>They are there: go on after them</Button>
    </div>
  </div>
)
