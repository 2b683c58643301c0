import { text } from "../texts/Text.ts"
import { Button } from "../ui/Button.tsx"
import type { Doubt, KeptRun } from "./run/KeptRun.ts"

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
      <strong>{text("import.resume.title", { name: file.name })}</strong>
      <p>
        {chosen === "other"
          ? text("import.resume.differs", { name: file.name })
          : text("import.resume.text", { sent: batches.at(-1)?.last ?? 0 })}
      </p>
      <div class="import-actions">
        <Button look="quiet" onClick={onDiscard}>
          {text("import.resume.discard")}
        </Button>
        {chosen === "same" && (
          <Button look="primary" onClick={onGoOn}>
            {text("import.run.goOn")}
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
    <strong>{text("import.run.doubt.title", { first, last })}</strong>
    <p>{text("import.run.doubt.text", { first })}</p>
    <div class="import-actions">
      <Button onClick={onSend}>{text("import.run.doubt.missing")}</Button>
      <Button onClick={onSkip}>{text("import.run.doubt.there")}</Button>
    </div>
  </div>
)
