import { useId } from "preact/hooks"

/** A choice between two or three options, all visible. */
export const Choices = <Value extends string>({
  choices,
  label,
  onValue,
  seen,
  value
}: {
  readonly label: string
  /** Whether the label is visible, for use where the context doesn't explain the choice. */
  readonly seen?: boolean
  readonly choices: ReadonlyArray<{ readonly value: Value; readonly title: string }>
  readonly value: Value
  readonly onValue: (value: Value) => void
  readonly error?: string | undefined
}) => {
  const name = useId()
  return (
    <fieldset class="compose-choices">
      <legend class={seen ? "field-label" : "unseen"}>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} class="compose-choice">
          <input type="radio" name={name} checked={choice.value === value} onChange={() => onValue(choice.value)} />
          {choice.title}
        </label>
      ))}
    </fieldset>
  )
}
