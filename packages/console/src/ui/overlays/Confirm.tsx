import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { useAction } from "../../api/Load.ts"
import type { Refusal } from "../../api/Refusal.ts"
import { ErrorBox } from "../answers/ErrorBox.tsx"
import { Button } from "../Button.tsx"
import { Dialog } from "./Dialog.tsx"
import { toast } from "./Toast.tsx"

interface ConfirmProps {
  readonly title: string
  /** The label of the confirm button. */
  readonly verb: string
  /** The label of the cancel button. */
  readonly back?: string
  readonly danger?: boolean
  /** Doesn't close on a click outside. */
  readonly steady?: boolean
  /** The action. The dialog closes once it succeeds. */
  readonly act: () => Promise<unknown>
  /** The toast after the action. */
  readonly done?: string
  readonly onDone?: () => void
  /** Paths of errors that fields in the dialog show. */
  readonly places?: ReadonlyArray<string>
  /** The content, or a function of the last error, for fields that show it. */
  readonly children: ComponentChildren | ((refusal: Refusal | undefined) => ComponentChildren)
}

/** Asks for confirmation before an action that is hard to undo. Shows the action's error. */
export const Confirm = ({
  act,
  back = "Cancel",
  children,
  danger,
  done,
  onClose,
  onDone,
  places = [],
  steady = false,
  title,
  verb
}: ConfirmProps & { readonly onClose: () => void }) => {
  const { busy, refusal, run } = useAction(async () => {
    await act()
    if (done !== undefined) toast(done)
    onDone?.()
  })
  return (
    <Dialog
      title={title}
      steady={steady}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{back}</Button>
          <Button
            look={danger ? "danger" : "primary"}
            busy={busy}
            onClick={() => void run().then((isDone) => isDone && onClose())}
          >
            {verb}
          </Button>
        </>
      }
    >
      {typeof children === "function" ? children(refusal) : typeof children === "string" ? <p>{children}</p> : children}
      <ErrorBox refusal={refusal} places={places} />
    </Dialog>
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
