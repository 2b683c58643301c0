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
  /** What the button says that does it. */
  readonly verb: string
  /** What the button says that leaves all as it is. */
  readonly back?: string
  readonly danger?: boolean
  /** Doesn't close on a click outside. */
  readonly steady?: boolean
  /** What is done. The dialog closes once it is. */
  readonly act: () => Promise<unknown>
  /** What is said once it is done, and who is told. */
  readonly done?: string
  readonly onDone?: () => void
  /** Paths of errors that fields in the dialog show. */
  readonly places?: ReadonlyArray<string>
  /** What is said, as a sentence or paragraphs; or a function that is given why it was refused, for fields that show it. */
  readonly children: ComponentChildren | ((refusal: Refusal | undefined) => ComponentChildren)
}

/** Asks before something is done that is not easily undone. Why it is refused is shown in it. */
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

/** What asks before something is done, and the dialog that does it. What it says stays as it was when it was asked. */
export const useConfirm = (): readonly [(question: ConfirmProps) => void, ComponentChildren] => {
  const [question, setQuestion] = useState<ConfirmProps>()
  return [setQuestion, question && <Confirm {...question} onClose={() => setQuestion(undefined)} />]
}
