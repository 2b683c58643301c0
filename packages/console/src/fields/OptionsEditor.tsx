import { useLayoutEffect, useRef } from "preact/hooks"
import type { Refusal } from "../api/Refusal.ts"
import { Button, IconButton } from "../ui/Button.tsx"
import { TextField } from "../ui/forms/FormField.tsx"
import { moved, offered, type TypedOption, without, withLines } from "./FieldDraft.ts"
import { formatNumber } from "../texts/Text.ts"

/** Edits, orders, archives and restores a field's options. Enter adds an option, and each pasted line becomes an option. */
export const OptionsEditor = ({
  onOptions,
  options,
  refusal
}: {
  readonly options: ReadonlyArray<TypedOption>
  readonly onOptions: (options: ReadonlyArray<TypedOption>) => void
  readonly refusal: Refusal | undefined
}) => {
  const list = useRef<HTMLOListElement>(null)
  const focused = useRef<number | undefined>(undefined)
  const shown = offered(options)
  const archived = options.filter((option) => option.archived)
  const problem = refusal?.faults.find(({ place }) => place === "select_options")?.text
  // Before the browser renders, so that fast typing goes to the right input.
  useLayoutEffect(() => {
    if (focused.current === undefined) return
    list.current?.querySelectorAll("input")[focused.current]?.focus()
    focused.current = undefined
  }, [options])
  const add = (after: number, lines: string) => {
    const before = [...shown, ...archived]
    const next = withLines(before, after, lines)
    focused.current = after + next.length - before.length
    onOptions(next)
  }
  return (
    <fieldset class="field">
      <legend class="field-label">Options</legend>
      {problem !== undefined && <p class="field-error">{problem}</p>}
      <ol ref={list} class="fields-options">
        {shown.map(({ id, label }, at) => (
          <li key={id} class="fields-option">
            <TextField
              unseen
              label={`Option ${formatNumber(at + 1)}`}
              error={refusal?.at(`select_options[${at}]`)}
              value={label}
              onValue={(label) =>
                onOptions(options.map((option) => (option.id === id ? { ...option, label } : option)))
              }
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.isComposing) return
                event.preventDefault()
                add(at, "")
              }}
              onPaste={(event) => {
                const pasted = event.clipboardData?.getData("text/plain") ?? ""
                if (!pasted.trim().includes("\n")) return
                event.preventDefault()
                add(at, pasted)
              }}
            />
            {(["up", "down"] as const).map((way) => (
              <IconButton
                key={way}
                small
                icon={way}
                label={`Move ${label} ${way}`}
                disabled={at === (way === "up" ? 0 : shown.length - 1)}
                onClick={() => onOptions(moved(options, id, way === "up" ? -1 : 1))}
              />
            ))}
            <IconButton
              small
              icon="close"
              label={`Remove ${label}`}
              onClick={() => {
                focused.current = Math.max(0, at - 1)
                onOptions(without(options, id))
              }}
            />
          </li>
        ))}
      </ol>
      <Button small icon="plus" onClick={() => add(shown.length - 1, "")}>
        Add an option
      </Button>
      {archived.length > 0 && (
        <>
          <p class="field-hint">Archived options. Contacts that have them keep them.</p>
          <ul class="fields-options">
            {archived.map((option) => (
              <li key={option.id} class="fields-option">
                <span class="cut quiet">{option.label}</span>
                <Button
                  small
                  aria-label={`Restore ${option.label}`}
                  onClick={() =>
                    onOptions([
                      ...shown,
                      { ...option, archived: false },
                      ...archived.filter((other) => other !== option)
                    ])
                  }
                >
                  Restore
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </fieldset>
  )
}
