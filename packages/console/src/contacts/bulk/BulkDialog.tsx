import { ActionDialog, type ActionDialogProps } from "../../ui/overlays/Confirm.tsx"
import { Progress } from "../../ui/Progress.tsx"
import type { SearchBody } from "../ContactSearch.ts"
import type { useBulkRun } from "./BulkRun.ts"
import type { Chosen } from "./Chosen.ts"

/** The properties of a bulk action and its contacts. */
export interface BulkProps {
  readonly chosen: Chosen
  /** The number of selected contacts. */
  readonly count: number
  readonly conditions: SearchBody
  readonly onClose: () => void
  /** Called when contacts may have changed. */
  readonly onChanged: () => void
}

/** The dialog of a bulk action, with its progress. */
export const BulkDialog = ({
  children,
  onCancel,
  progressTitle = "Contacts",
  run: { progress, refusal, run },
  stops = true,
  ...dialog
}: Pick<ActionDialogProps, "children" | "disabled" | "onClose" | "places" | "title" | "verb"> & {
  readonly progressTitle?: string
  readonly run: ReturnType<typeof useBulkRun>
  /** Whether closing the dialog stops the action. */
  readonly stops?: boolean
  /** Called on cancel before the action starts, to discard typed values. */
  readonly onCancel?: () => void
}) => (
  <ActionDialog
    {...dialog}
    steady
    back={progress === undefined ? "Cancel" : stops ? "Stop" : "Close"}
    onBack={() => {
      if (progress === undefined) onCancel?.()
      dialog.onClose()
    }}
    busy={progress !== undefined}
    refusal={refusal}
    run={() => void run()}
  >
    {children}
    {progress && <Progress label={progressTitle} done={progress.done} total={progress.total} />}
  </ActionDialog>
)
