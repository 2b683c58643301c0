import type { ComponentChildren } from "preact"
import { useAction } from "../../api/Load.ts"
import type { Refusal } from "../../api/Refusal.ts"
import { ErrorBox } from "../answers/ErrorBox.tsx"
import { Button } from "../Button.tsx"
import { Dialog } from "./Dialog.tsx"

/** Asks before something is done that is not easily undone. Why it is refused is shown in it. */
export const Confirm = ({
  act,
  back = "Cancel",
  children,
  danger,
  onClose,
  places = [],
  title,
  verb
}: {
  readonly title: string
  /** What the button says that does it. */
  readonly verb: string
  /** What the button says that leaves all as it is. */
  readonly back?: string
  readonly danger?: boolean
  /** What is done. The dialog closes once it is. */
  readonly act: () => Promise<void>
  /** The places of a refusal that fields in it show themselves. */
  readonly places?: ReadonlyArray<string>
  readonly onClose: () => void
  /** What is said, or a function that is given why it was refused, for fields that show it. */
  readonly children: ComponentChildren | ((refusal: Refusal | undefined) => ComponentChildren)
}) => {
  const action = useAction(act)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{back}</Button>
          <Button
            look={danger ? "danger" : "primary"}
            busy={action.busy}
            onClick={() => void action.run().then((done) => done && onClose())}
          >
            {verb}
          </Button>
        </>
      }
    >
      {typeof children === "function" ? children(action.refusal) : children}
      <ErrorBox refusal={action.refusal} places={places} />
    </Dialog>
  )
}
