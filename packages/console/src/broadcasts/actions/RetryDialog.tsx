import { useLocation } from "preact-iso"
import { useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import type { Broadcast } from "../../api/Follow.ts"
import { useLoad } from "../../api/Load.ts"
import { Refusal } from "../../api/Refusal.ts"
import { pathTo } from "../../api/Place.ts"
import { readText } from "../../reading/Reader.ts"
import { useDraft, useSubmit } from "../../ui/forms/Draft.ts"
import { TextField, CheckFields, FieldSet } from "../../ui/forms/FormField.tsx"
import { toast } from "../../ui/overlays/Toast.tsx"
import { reasonsOf } from "../recipients/Reasons.tsx"
import { type Reason, reasonTitle } from "../Status.tsx"
import { formatNumber, plural } from "../../texts/Text.ts"
import { DraftDialog } from "../../ui/forms/DraftForm.tsx"

type Retried = Exclude<Reason, "erased" | "held_for_quality">

/** Reasons that may be temporary, ticked by default. People tick other reasons, such as a wrong number, by hand. */
const passing: ReadonlySet<Retried> = new Set<Retried>([
  "undeliverable",
  "retries_exhausted",
  "capped",
  "cancelled",
  "expired",
  "failed"
])

/** The number of new recipients to show. */
const shown = 5

/** Sends a new broadcast to the recipients who were not reached for some reasons. Shows the recipients first. */
export const RetryDialog = ({
  broadcast,
  onClose
}: {
  readonly broadcast: Broadcast
  readonly onClose: () => void
}) => {
  const { uuid } = broadcast
  const { route } = useLocation()
  // A retry excludes erased people, and messages that the platform is holding.
  const found = reasonsOf(broadcast).flatMap(([reason, count]): ReadonlyArray<readonly [Retried, number]> =>
    reason === "erased" || reason === "held_for_quality" ? [] : [[reason, count]]
  )
  const [chosen, choose] = useState<ReadonlyArray<Retried>>(
    found.map(([reason]) => reason).filter((reason) => passing.has(reason))
  )
  const draft = useDraft(`retry.${uuid}`, `${broadcast.name}, again`, readText)
  // One key for the dialog, so that a request that is sent twice creates one broadcast.
  const [key] = useState(() => crypto.randomUUID())
  const count = found.reduce((sum, [reason, count]) => sum + (chosen.includes(reason) ? count : 0), 0)
  const { value: first = [] } = useLoad(
    async (signal) => {
      const pages = await Promise.all(
        chosen.map((reason) =>
          call("GET /broadcasts/:uuid/recipients", { params: { uuid }, query: { reason, limit: shown }, signal })
        )
      )
      return pages.flatMap(({ recipients }) => recipients).slice(0, shown)
    },
    [chosen.join()],
    { delay: 150 }
  )
  const retry = useSubmit(
    draft,
    async (name) => {
      const [reason, ...others] = chosen
      if (reason === undefined) throw new Refusal(400, "Choose at least one reason.")
      return call("POST /broadcasts/:uuid/retry", {
        params: { uuid },
        body: { reasons: [reason, ...others], name, client_unique_identifier: `console ${key}` }
      })
    },
    (made) => {
      toast(plural(made.recipients ?? 0, "Broadcast to # recipient created.", "Broadcast to # recipients created."))
      onClose()
      route(pathTo(`broadcasts/${made.uuid}`))
    }
  )
  return (
    <DraftDialog
      title="Retry unreached recipients"
      verb={plural(count, "Send to # person", "Send to # people")}
      action={retry}
      draft={draft}
      places={["name"]}
      disabled={count === 0}
      onClose={onClose}
    >
      <p>
        A new broadcast sends the same message to recipients who were not reached. Recipients known to have it are left
        out.
      </p>
      <FieldSet label="Reasons to retry">
        <CheckFields
          choices={found.map(([reason, count]) => ({
            value: reason,
            label: `${reasonTitle(reason)} (${formatNumber(count)})`
          }))}
          chosen={chosen}
          onChosen={choose}
        />
      </FieldSet>
      <TextField
        label="Name of the new broadcast"
        value={draft.value}
        onValue={draft.set}
        error={retry.refusal?.at("name")}
      />
      <div class="broadcasts-preview" aria-live="polite">
        <p>{plural(count, "# person would get the message:", "# people would get the message:")}</p>
        <ul>
          {first.map(({ identifier, reason }, index) => (
            <li key={index}>
              <span class="numbers">{identifier}</span> <span class="quiet">{reason && reasonTitle(reason)}</span>
            </li>
          ))}
          {count > first.length && first.length > 0 && (
            <li class="quiet">{plural(count - first.length, "and # other", "and # others")}</li>
          )}
        </ul>
      </div>
    </DraftDialog>
  )
}
