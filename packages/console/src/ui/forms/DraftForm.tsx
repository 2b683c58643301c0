import type { ComponentChildren } from "preact"
import { useEffect, useId, useRef } from "preact/hooks"
import type { Action } from "../../api/Load.ts"
import { ErrorBox } from "../answers/ErrorBox.tsx"
import { Button } from "../Button.tsx"
import { Dialog, type DialogProps } from "../overlays/Dialog.tsx"
import type { Draft } from "./Draft.ts"

interface DraftFormProps {
  readonly action: Pick<Action<void>, "busy" | "refusal" | "run">
  readonly draft: Pick<Draft<unknown>, "discard" | "restored">
  /** The label of the submit button. */
  readonly verb: string
  /** Paths of errors that its inputs show. */
  readonly places: ReadonlyArray<string>
  readonly disabled?: boolean
  readonly children: ComponentChildren
}

/**
 * A form for a draft, submitted by its button or Enter. The first rejected input gets the focus. Cancelling discards the
 * draft; closing keeps it.
 */
export const DraftForm = ({
  isPrimary = true,
  onCancel,
  takesFocus = true,
  ...form
}: DraftFormProps & {
  readonly isPrimary?: boolean
  /** Whether the first input gets the focus when the form is shown. */
  readonly takesFocus?: boolean
  /** Called on cancel. Without it, the form has no cancel button. */
  readonly onCancel?: (() => void) | undefined
}) => {
  const id = useId()
  useEffect(() => {
    if (takesFocus) document.getElementById(id)?.querySelector<HTMLElement>("input, select, textarea")?.focus()
  }, [])
  return (
    <Inputs {...form} id={id}>
      {form.children}
      <ErrorBox refusal={form.action.refusal} places={form.places} />
      <div class="form-buttons">
        <Buttons {...form} id={id} isPrimary={isPrimary} onCancel={onCancel} />
      </div>
    </Inputs>
  )
}

/** A draft form in a dialog, with its buttons at the bottom. */
export const DraftDialog = ({
  onClose,
  title,
  wide = false,
  ...form
}: DraftFormProps & Pick<DialogProps, "onClose" | "title" | "wide">) => {
  const id = useId()
  return (
    <Dialog
      title={title}
      wide={wide}
      onClose={onClose}
      actions={<Buttons {...form} id={id} isPrimary onCancel={onClose} />}
    >
      <Inputs {...form} id={id}>
        {form.children}
        <ErrorBox refusal={form.action.refusal} places={form.places} />
      </Inputs>
    </Dialog>
  )
}

const Inputs = ({ action: { refusal, run }, children, draft, id }: DraftFormProps & { readonly id: string }) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(), [refusal])
  return (
    <form
      ref={form}
      id={id}
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <Restored draft={draft} />
      {children}
    </form>
  )
}

const Buttons = ({
  action,
  disabled,
  draft,
  id,
  isPrimary,
  onCancel,
  verb
}: DraftFormProps & {
  readonly id: string
  readonly isPrimary: boolean
  readonly onCancel: (() => void) | undefined
}) => (
  <>
    {onCancel && (
      <Button
        onClick={() => {
          draft.discard()
          onCancel()
        }}
      >
        Cancel
      </Button>
    )}
    <Button look={isPrimary ? "primary" : "plain"} type="submit" form={id} busy={action.busy} disabled={disabled}>
      {verb}
    </Button>
  </>
)

/** A note that the form shows values that were typed earlier. */
const Restored = ({ draft }: { readonly draft: Pick<Draft<unknown>, "restored"> }) =>
  draft.restored ? (
    <p class="draft-note" role="status">
      Your unsaved changes are restored.
    </p>
  ) : null
