import { useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { type Loaded, useAction } from "../api/Load.ts"
import type { AnswerOf } from "../api/Operation.ts"
import { text } from "../texts/Text.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Button } from "../ui/Button.tsx"
import { Instant } from "../ui/Instant.tsx"
import { Confirm } from "../ui/overlays/Confirm.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import { Card } from "../ui/Page.tsx"

/** Whether broadcasts leave the contact out, since when and why, and the way to change it. */
export const OptOutCard = ({
  onChanged,
  optOut,
  uuid
}: {
  readonly uuid: string
  readonly optOut: Loaded<AnswerOf<"GET /v1/contacts/:contact_uuid/opt-out">>
  readonly onChanged: () => void
}) => {
  const [asks, setAsks] = useState(false)
  const { refusal, reload, value } = optOut
  const verb = value?.opted_out ? "optIn" : "optOut"
  const action = useAction(async () => {
    const params = { contact_uuid: uuid }
    await (verb === "optIn"
      ? call("POST /v1/contacts/:contact_uuid/opt-in", { params })
      : call("POST /v1/contacts/:contact_uuid/opt-out", { params }))
    toast(text(`contact.optOut.${verb}.done`))
    onChanged()
  })
  const close = () => {
    setAsks(false)
    action.clear()
  }
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
      {asks && (
        <Confirm
          title={text(`contact.optOut.${verb}.title`)}
          verb={text(`contact.optOut.${verb}.button`)}
          action={action}
          onClose={close}
        >
          <p>{text(`contact.optOut.${verb}.text`)}</p>
        </Confirm>
      )}
    </Card>
  )
}
