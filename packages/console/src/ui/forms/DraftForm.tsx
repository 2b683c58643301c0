import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { Action } from "../../api/Load.ts"
import { Button } from "../Button.tsx"
import type { Draft } from "./Draft.ts"

/**
 * A form whose inputs are a draft, which its button and Enter send. The first input that is refused gets the focus. Who cancels
 * it gives the draft up; who closes it does not.
 */
export const DraftForm = ({
  action: { busy, refusal, run },
  children,
  class: name,
  draft,
  isPrimary = true,
  onCancel,
  takesFocus = true,
  verb
}: {
  readonly action: Action<void>
  readonly draft: Pick<Draft<unknown>, "discard" | "restored">
  readonly class: string
  /** What its button is called. */
  readonly verb: string
  readonly isPrimary?: boolean
  /** Whether its first input gets the focus when it is shown. */
  readonly takesFocus?: boolean
  /** Without it, it cannot be cancelled. */
  readonly onCancel?: (() => void) | undefined
  readonly children: ComponentChildren
}) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>("input, select, textarea")?.focus()
  }, [])
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(), [refusal])
  return (
    <form
      ref={form}
      class={name}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <Restored draft={draft} />
      {children}
      <div class="form-buttons">
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
        <Button {...(isPrimary && { look: "primary" })} type="submit" busy={busy}>
          {verb}
        </Button>
      </div>
    </form>
  )
}

/** Says that what a form has was typed before. */
export const Restored = ({ draft }: { readonly draft: Pick<Draft<unknown>, "restored"> }) =>
  draft.restored ? (
    <p class="draft-note" role="status">
      What you typed before is here again. It is not saved yet.
    </p>
  ) : null
