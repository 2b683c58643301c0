import { useState } from "preact/hooks"
import { Button } from "../ui/Button.tsx"
import { hasDraft } from "../ui/forms/Draft.ts"
import { Instant } from "../ui/Instant.tsx"
import { Card } from "../ui/Page.tsx"
import { writableFields } from "../contacts/ContactEntry.ts"
import { ContactForm, draftOf } from "../contacts/form/ContactForm.tsx"
import { predefinedFields } from "../contacts/PredefinedFields.ts"
import type { ContactProps } from "./ContactState.ts"
import { Fact } from "../ui/Fact.tsx"
import { Value } from "../contacts/Value.tsx"
import { own } from "../reading/Own.ts"
import { keysOf } from "../reading/Reader.ts"

const timeTitles = { last_engaged_at: "Last read a message", created_at: "Created", updated_at: "Changed" } as const

/** The fields of a contact, edited in place. Unsaved input survives a reload. */
export const Details = ({ contact, fields, onChanged }: ContactProps) => {
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
            <Fact key={name} title={predefinedFields[name].title}>
              {value}
            </Fact>
          )
        })}
        {fields.map((field) => {
          const value = own(contact.custom_fields, field.field_key)
          return value === undefined ? null : (
            <Fact key={field.uuid} title={field.name}>
              <Value field={field} value={value} />
            </Fact>
          )
        })}
        {keysOf(timeTitles).map((name) => (
          <Fact key={name} title={timeTitles[name]}>
            <Instant iso={contact[name]} />
          </Fact>
        ))}
      </dl>
    </Card>
  )
}
