import type { ComponentChildren } from "preact"
import { ErrorBox } from "../../ui/answers/ErrorBox.tsx"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/overlays/Dialog.tsx"
import { Progress } from "../../ui/Progress.tsx"
import type { useBulkRun } from "./BulkRun.ts"

/** The dialog of a bulk action, with its progress. */
export const BulkDialog = ({
  children,
  disabled = false,
  onCancel,
  onClose,
  places = [],
  progressTitle = "Contacts",
  run: { progress, refusal, run },
  stops = true,
  title,
  verb
}: {
  readonly title: string
  readonly verb: string
  readonly progressTitle?: string
  readonly disabled?: boolean
  readonly run: ReturnType<typeof useBulkRun>
  /** Whether closing the dialog stops the action. */
  readonly stops?: boolean
  /** Paths of errors that its inputs show. */
  readonly places?: ReadonlyArray<string>
  /** Called on cancel before the action starts, to discard typed values. */
  readonly onCancel?: () => void
  readonly onClose: () => void
  readonly children: ComponentChildren
}) => (
  <Dialog
    title={title}
    steady
    onClose={onClose}
    actions={
      <>
        <Button
          onClick={() => {
            if (progress === undefined) onCancel?.()
            onClose()
          }}
        >
          {progress === undefined ? "Cancel" : stops ? "Stop" : "Close"}
        </Button>
        <Button look="primary" disabled={disabled} busy={progress !== undefined} onClick={() => void run()}>
          {verb}
        </Button>
      </>
    }
  >
    {children}
    {progress && <Progress label={progressTitle} done={progress.done} total={progress.total} />}
    <ErrorBox refusal={refusal} places={places} />
  </Dialog>
)
