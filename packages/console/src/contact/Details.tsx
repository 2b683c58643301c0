import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { Button } from "../ui/Button.tsx"
import { hasDraft } from "../ui/forms/Draft.ts"
import { Instant } from "../ui/Instant.tsx"
import { Card } from "../ui/Page.tsx"
import { type Contact, type CustomField, writableFields } from "../contacts/ContactEntry.ts"
import { ContactForm, draftOf } from "../contacts/form/ContactForm.tsx"
import { Value } from "./Value.tsx"
import { predefinedFields } from "../contacts/PredefinedFields.ts"

/** The fields of a contact, which are edited in their place. What was typed before a reload is still there. */
export const Details = ({
  contact,
  fields,
  onChanged
}: {
  readonly contact: Contact
  readonly fields: ReadonlyArray<CustomField>
  readonly onChanged: () => void
}) => {
  const [edits, setEdits] = useState(() => hasDraft(draftOf(contact.uuid)))
  if (edits) {
    return (
      <Card title="Details">
        <ContactForm
          contact={contact}
          onCancel={() => setEdits(false)}
          onDone={() => {
            setEdits(false)
            onChanged()
          }}
        />
      </Card>
    )
  }
  return (
    <Card
      title="Details"
      actions={
        <Button small icon="compose" onClick={() => setEdits(true)}>
          Edit
        </Button>
      }
    >
      <dl class="contact-fields">
        {writableFields.map((name) => {
          const value = contact[name]
          return value === null ? null : (
            <Row key={name} title={predefinedFields[name].title}>
              {value}
            </Row>
          )
        })}
        {fields.map((field) => {
          const value = contact.custom_fields[field.field_key]
          return value === undefined ? null : (
            <Row key={field.uuid} title={field.name}>
              <Value field={field} value={value} />
            </Row>
          )
        })}
        <Row title="Last read a message">
          <Instant iso={contact.last_engaged_at} />
        </Row>
        <Row title="Created">
          <Instant iso={contact.created_at} />
        </Row>
        <Row title="Changed">
          <Instant iso={contact.updated_at} />
        </Row>
      </dl>
    </Card>
  )
}

const Row = ({ children, title }: { readonly title: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)
