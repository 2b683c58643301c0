import type { Loaded } from "../api/Load.ts"
import type { AnswerOf } from "../api/Operation.ts"
import { nameOf } from "../contacts/ContactColumns.tsx"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Badge } from "../ui/Badge.tsx"
import { Button } from "../ui/Button.tsx"
import { Instant } from "../ui/Instant.tsx"
import { Card } from "../ui/Page.tsx"
import { changingOptOut } from "./OptingOut.ts"
import { sourceTexts } from "./OptOutTexts.ts"
import type { ContactProps } from "./ContactState.ts"
import { useConfirm } from "../ui/overlays/Confirm.tsx"
import { own } from "../reading/Own.ts"

const sinceTexts = {
  all: "Excluded from all broadcasts since",
  marketing: "Excluded from marketing broadcasts since"
} as const

/** Whether broadcasts skip the contact, since when and why, and the button to change that. */
export const OptOutCard = ({
  contact,
  fields,
  onChanged,
  optOut: { refusal, reload, value }
}: ContactProps & { readonly optOut: Loaded<AnswerOf<"GET /v1/contacts/:contact_uuid/opt-out">> }) => {
  const [confirm, confirmation] = useConfirm()
  const question = changingOptOut(value?.opted_out ? "optIn" : "optOut", contact.uuid, nameOf(contact))
  return (
    <Card
      title="Broadcasts"
      actions={
        value && (
          <Button small onClick={() => confirm({ ...question, onDone: onChanged })}>
            {question.verb}
          </Button>
        )
      }
    >
      <ErrorBox refusal={refusal} onRetry={reload} />
      {value === undefined && refusal === undefined && <Skeleton lines={1} />}
      {value && !value.opted_out && <p>Broadcasts reach this contact.</p>}
      {value?.opted_out && (
        <p>
          {sinceTexts[value.scope ?? "all"]} <Instant iso={value.opted_out_at} />
          {value.source !== null && `, ${sourceTexts[value.source]}`}
        </p>
      )}
      <Consents contact={contact} fields={fields} />
      {confirmation}
    </Card>
  )
}

/** The checkboxes that a broadcast may require, and whether the contact has them checked. */
const Consents = ({ contact, fields }: Pick<ContactProps, "contact" | "fields">) => {
  const checks = fields.filter(({ field_type }) => field_type === "checkbox")
  if (checks.length === 0) return null
  return (
    <div class="contact-consents">
      <p class="quiet">A broadcast can require one of these:</p>
      <ul>
        {checks.map(({ field_key, name }) => {
          const isChecked = own(contact.custom_fields, field_key) === true
          return (
            <li key={field_key}>
              <span dir="auto">{name}</span>{" "}
              <Badge tone={isChecked ? "good" : "warn"}>{isChecked ? "Checked" : "Not checked"}</Badge>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
