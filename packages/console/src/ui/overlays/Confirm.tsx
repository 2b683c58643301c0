import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { useAction } from "../../api/Load.ts"
import type { Refusal } from "../../api/Refusal.ts"
import { ErrorBox } from "../answers/ErrorBox.tsx"
import { Button, type ButtonProps } from "../Button.tsx"
import { Dialog, type DialogProps } from "./Dialog.tsx"
import { toast } from "./Toast.tsx"

export interface ActionDialogProps
  extends Pick<DialogProps, "children" | "onClose" | "steady" | "title">, Pick<ButtonProps, "disabled" | "icon"> {
  /** The label of the button that runs the action. */
  readonly verb: string
  /** The label of the other button, which closes the dialog. */
  readonly back?: string
  readonly onBack?: () => void
  readonly danger?: boolean | undefined
  readonly busy: boolean
  readonly refusal: Refusal | undefined
  readonly run: () => void
  /** Paths of errors that fields in the dialog show. */
  readonly places?: ReadonlyArray<string>
}

/** A dialog with a button for an action, the action's error and a button to close it. */
export const ActionDialog = ({
  back = "Cancel",
  busy,
  children,
  danger,
  disabled,
  icon,
  onBack,
  places = [],
  refusal,
  run,
  verb,
  ...dialog
}: ActionDialogProps) => (
  <Dialog
    {...dialog}
    actions={
      <>
        <Button onClick={onBack ?? dialog.onClose}>{back}</Button>
        <Button look={danger ? "danger" : "primary"} icon={icon} disabled={disabled} busy={busy} onClick={run}>
          {verb}
        </Button>
      </>
    }
  >
    {children}
    <ErrorBox refusal={refusal} places={places} />
  </Dialog>
)

interface ConfirmProps extends Pick<ActionDialogProps, "back" | "danger" | "places" | "steady" | "title" | "verb"> {
  /** The action. The dialog closes once it succeeds. */
  readonly act: () => Promise<unknown>
  /** The toast after the action. */
  readonly done?: string
  readonly onDone?: () => void
  /** The content, or a function of the last error, for fields that show it. */
  readonly children: ComponentChildren | ((refusal: Refusal | undefined) => ComponentChildren)
}

/** Asks for confirmation before an action that is hard to undo. */
export const Confirm = ({ act, children, done, onDone, ...dialog }: ConfirmProps & Pick<DialogProps, "onClose">) => {
  const { run, ...action } = useAction(async () => {
    await act()
    if (done !== undefined) toast(done)
    onDone?.()
  })
  return (
    <ActionDialog {...dialog} {...action} run={() => void run().then((isDone) => isDone && dialog.onClose())}>
      {typeof children === "function" ? (
        children(action.refusal)
      ) : typeof children === "string" ? (
        <p>{children}</p>
      ) : (
        children
      )}
    </ActionDialog>
  )
}

/**
 * Returns a function that opens a confirmation, and the dialog to render. The dialog's content doesn't change while it is
 * open.
 */
export const useConfirm = (): readonly [(question: ConfirmProps) => void, ComponentChildren] => {
  const [question, setQuestion] = useState<ConfirmProps>()
  return [setQuestion, question && <Confirm {...question} onClose={() => setQuestion(undefined)} />]
}
