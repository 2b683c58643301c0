import type { ComponentChildren } from "preact"
import type { Action } from "../../api/Load.ts"
import { ErrorBox } from "../answers/ErrorBox.tsx"
import { Button } from "../Button.tsx"
import { Dialog } from "./Dialog.tsx"

/** Asks before something is done that is not easily undone. Why it is refused is shown in it. */
export const Confirm = ({
  action,
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
  readonly action: Action<void>
  /** The places of a refusal that fields in it show themselves. */
  readonly places?: ReadonlyArray<string>
  readonly onClose: () => void
  readonly children: ComponentChildren
}) => (
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
    {children}
    <ErrorBox refusal={action.refusal} places={places} />
  </Dialog>
)
