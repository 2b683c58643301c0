import {
  h,
  type ComponentChildren,
  type InputEventHandler,
  type PartialInputHTMLAttributes,
  type TextareaHTMLAttributes
} from "preact"
import { useId } from "preact/hooks"

/** Connects an input with its label, its hint and its error. */
export interface FieldProps {
  readonly id: string
  readonly "aria-describedby": string | undefined
  readonly "aria-invalid": boolean
}

export interface FormFieldProps {
  readonly label: string
  readonly hint?: ComponentChildren | undefined
  /** The error of the value, such as `refusal?.at("email")`. */
  readonly error?: string | undefined
  readonly optional?: boolean | undefined
  /** Whether the label is only for screen readers, if the surrounding content explains the input. */
  readonly unseen?: boolean | undefined
}

/** A label, an input, and below it the error of the value or, without an error, a hint. */
export const FormField = ({
  children,
  error,
  hint,
  label,
  optional,
  unseen
}: FormFieldProps & { readonly children: (field: FieldProps) => ComponentChildren }) => {
  const id = useId()
  const note = error ?? hint
  return (
    <div class="field">
      <label class={unseen ? "unseen" : "field-label"} for={id}>
        {label}
        {optional && <span class="quiet"> (optional)</span>}
      </label>
      {children({
        id,
        "aria-describedby": note === undefined ? undefined : `${id}-note`,
        "aria-invalid": error !== undefined
      })}
      <Note id={id} error={error} hint={hint} />
    </div>
  )
}

/** The properties of an input, besides the properties of its field. */
type InputProps = Omit<
  PartialInputHTMLAttributes<HTMLInputElement>,
  "label" | "value" | "checked" | "type" | "list" | "role" | "onInput" | "onChange"
>

type TextProps = FormFieldProps & {
  readonly value: string
  readonly onValue: (value: string) => void
}

type TextType = "text" | "password" | "email" | "tel" | "url" | "search" | "number" | "date" | "datetime-local" | "time"

/** A single-line text field. */
export const TextField = ({
  error,
  hint,
  label,
  onValue,
  optional,
  type = "text",
  unseen,
  value,
  ...rest
}: TextProps & InputProps & { readonly type?: TextType }) => (
  <FormField label={label} hint={hint} error={error} optional={optional} unseen={unseen}>
    {(field) => (
      <Input
        autoComplete="off"
        {...rest}
        {...field}
        type={type}
        class="input"
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    )}
  </FormField>
)

/** An input element with a dynamic type. The element's own types require a literal. */
export const Input = (
  props: InputProps & {
    readonly type: TextType
    readonly value: string
    readonly onInput: InputEventHandler<HTMLInputElement>
  }
) => h<typeof props, HTMLInputElement>("input", props)

/** A multi-line text field that grows with its content. */
export const TextArea = ({
  error,
  hint,
  label,
  onValue,
  optional,
  unseen,
  value,
  ...rest
}: TextProps & Omit<TextareaHTMLAttributes, "label" | "value" | "onInput">) => (
  <FormField label={label} hint={hint} error={error} optional={optional} unseen={unseen}>
    {(field) => (
      <textarea
        rows={3}
        {...rest}
        {...field}
        class="input input-area"
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    )}
  </FormField>
)

type CheckFieldProps = Pick<FormFieldProps, "error" | "hint" | "label"> & {
  readonly value: boolean
  readonly onValue: (value: boolean) => void
} & InputProps

/** A checkbox with its label next to it. */
export const CheckField = ({ error, hint, label, onValue, value, ...rest }: CheckFieldProps) => {
  const id = useId()
  return (
    <div class="check">
      <input
        {...rest}
        id={id}
        type="checkbox"
        checked={value}
        aria-describedby={(error ?? hint) === undefined ? undefined : `${id}-note`}
        onChange={(event) => onValue(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      <Note id={id} error={error} hint={hint} />
    </div>
  )
}

/** Several inputs with one label. */
export const FieldSet = ({
  children,
  error,
  hint,
  label
}: Pick<FormFieldProps, "error" | "hint" | "label"> & { readonly children: ComponentChildren }) => {
  const id = useId()
  return (
    <fieldset class="field" aria-describedby={(error ?? hint) === undefined ? undefined : `${id}-note`}>
      <legend class="field-label">{label}</legend>
      {children}
      <Note id={id} error={error} hint={hint} />
    </fieldset>
  )
}

/** The properties of an input for several values. */
export interface ChosenProps<Value extends string> {
  readonly chosen: ReadonlyArray<Value>
  readonly onChosen: (chosen: ReadonlyArray<Value>) => void
}

/** Checkboxes for several values. */
export const CheckFields = <Value extends string>({
  choices,
  chosen,
  onChosen
}: ChosenProps<Value> & {
  readonly choices: ReadonlyArray<
    { readonly value: Value } & Pick<CheckFieldProps, "hint" | "disabled" | "title"> & { readonly label: string }
  >
}) => (
  <>
    {choices.map(({ value, ...field }) => (
      <CheckField
        key={value}
        {...field}
        value={chosen.includes(value)}
        onValue={(ticked) => onChosen(ticked ? [...chosen, value] : chosen.filter((other) => other !== value))}
      />
    ))}
  </>
)

const Note = ({ error, hint, id }: { readonly id: string } & Pick<FormFieldProps, "error" | "hint">) =>
  (error ?? hint) === undefined ? null : (
    <p id={`${id}-note`} class={error === undefined ? "field-hint" : "field-error"}>
      {error ?? hint}
    </p>
  )
