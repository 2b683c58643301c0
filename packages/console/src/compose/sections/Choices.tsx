import { useId } from "preact/hooks"

/** One of two or three choices, all of which are seen. */
export const Choices = <Value extends string>({
  choices,
  label,
  onValue,
  seen,
  value
}: {
  readonly label: string
  /** Whether the label is shown, where what stands around does not say it. */
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
