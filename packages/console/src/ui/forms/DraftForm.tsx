import type { ComponentChildren } from "preact"
import { useEffect, useId, useRef } from "preact/hooks"
import type { Action } from "../../api/Load.ts"
import { ErrorBox } from "../answers/ErrorBox.tsx"
import { Button } from "../Button.tsx"
import { Form } from "./Form.tsx"
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
  isInline = false,
  onCancel,
  ...form
}: DraftFormProps & {
  /** Whether the form is always in its view: its first input doesn't get the focus, and its button isn't primary. */
  readonly isInline?: boolean
  /** Called on cancel. Without it, the form has no cancel button. */
  readonly onCancel?: (() => void) | undefined
}) => {
  const id = useId()
  useEffect(() => {
    if (!isInline) document.getElementById(id)?.querySelector<HTMLElement>("input, select, textarea")?.focus()
  }, [])
  const buttons = <Buttons {...form} id={id} isPrimary={!isInline} onCancel={onCancel} />
  return <Inputs {...form} id={id} buttons={<div class="form-buttons">{buttons}</div>} />
}

/** A draft form in a dialog, with its buttons at the bottom. */
export const DraftDialog = ({
  onClose,
  title,
  wide = false,
  ...form
}: DraftFormProps & Pick<DialogProps, "onClose" | "title" | "wide">) => {
  const id = useId()
  const buttons = <Buttons {...form} id={id} isPrimary onCancel={onClose} />
  return (
    <Dialog title={title} wide={wide} onClose={onClose} actions={buttons}>
      <Inputs {...form} id={id} />
    </Dialog>
  )
}

const Inputs = ({
  action: { refusal, run },
  buttons,
  children,
  draft,
  id,
  places
}: DraftFormProps & { readonly id: string; readonly buttons?: ComponentChildren }) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(), [refusal])
  return (
    <Form formRef={form} id={id} class="stack" onSubmit={() => void run()}>
      {draft.restored && (
        <p class="draft-note" role="status">
          Your unsaved changes are restored.
        </p>
      )}
      {children}
      <ErrorBox refusal={refusal} places={places} />
      {buttons}
    </Form>
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
