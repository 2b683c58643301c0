import { useState } from "preact/hooks"
import type { Loaded } from "../api/Load.ts"
import type { AnswerOf } from "../api/Operation.ts"
import { nameOf } from "../contacts/ContactColumns.tsx"
import { text } from "../texts/Text.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Badge } from "../ui/Badge.tsx"
import { Button } from "../ui/Button.tsx"
import { Instant } from "../ui/Instant.tsx"
import { Card } from "../ui/Page.tsx"
import type { Contact, CustomField } from "../contacts/ContactEntry.ts"
import { OptOutConfirm } from "./OptOutConfirm.tsx"

/** Whether broadcasts leave the contact out, since when and why, and the way to change it. */
export const OptOutCard = ({
  contact,
  fields,
  onChanged,
  optOut,
  uuid
}: {
  readonly contact: Contact
  readonly fields: ReadonlyArray<CustomField>
  readonly uuid: string
  readonly optOut: Loaded<AnswerOf<"GET /v1/contacts/:contact_uuid/opt-out">>
  readonly onChanged: () => void
}) => {
  const [asks, setAsks] = useState(false)
  const { refusal, reload, value } = optOut
  const verb = value?.opted_out ? "optIn" : "optOut"
  return (
    <Card
      title={text("contact.optOut.title")}
      actions={
        value && (
          <Button small onClick={() => setAsks(true)}>
            {text(`contact.optOut.${verb}.button`)}
          </Button>
        )
      }
    >
      <ErrorBox refusal={refusal} onRetry={reload} />
      {value === undefined && refusal === undefined && <Skeleton lines={1} />}
      {value && !value.opted_out && <p>{text("contact.optOut.reached")}</p>}
      {value?.opted_out && (
        <p>
          {text(`contact.optOut.since.${value.scope ?? "all"}`)} <Instant iso={value.opted_out_at} />
          {value.source !== null && `, ${text(`contact.optOut.sources.${value.source}`)}`}
        </p>
      )}
      <Consents contact={contact} fields={fields} />
      {asks && (
        <OptOutConfirm
          verb={verb}
          uuid={uuid}
          name={nameOf(contact)}
          onChanged={onChanged}
          onClose={() => setAsks(false)}
        />
      )}
    </Card>
  )
}

/** The checkboxes that a broadcast may require, and whether the contact has them checked. */
const Consents = ({
  contact,
  fields
}: {
  readonly contact: Pick<Contact, "custom_fields">
  readonly fields: ReadonlyArray<CustomField>
}) => {
  const checks = fields.filter(({ field_type }) => field_type === "checkbox")
  if (checks.length === 0) return null
  return (
    <div class="contact-consents">
      <p class="quiet">{text("contact.optOut.required")}</p>
      <ul>
        {checks.map(({ field_key, name }) => {
          const isChecked = contact.custom_fields[field_key] === true
          return (
            <li key={field_key}>
              <span dir="auto">{name}</span>{" "}
              <Badge tone={isChecked ? "good" : "warn"}>
                {text(isChecked ? "contact.optOut.checked" : "contact.optOut.unchecked")}
              </Badge>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
