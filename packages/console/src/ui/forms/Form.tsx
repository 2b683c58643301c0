import type { ComponentChildren, Ref } from "preact"

interface FormProps {
  readonly id?: string
  readonly class: string
  readonly formRef?: Ref<HTMLFormElement>
  readonly onSubmit: () => void
  readonly children: ComponentChildren
}

/** A form that is submitted by its button or Enter. The API validates its inputs, and not the browser. */
export const Form = ({ formRef = null, onSubmit, ...form }: FormProps) => (
  <form
    {...form}
    ref={formRef}
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  />
)
