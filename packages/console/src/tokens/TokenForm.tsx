import { useId } from "preact/hooks"
import { call } from "../api/Client.ts"
import { Refusal } from "../api/Refusal.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button } from "../ui/Button.tsx"
import { useDraft, useSubmit } from "../ui/forms/Draft.ts"
import { Restored } from "../ui/forms/DraftForm.tsx"
import { CheckField, TextField } from "../ui/forms/FormField.tsx"
import { SelectField } from "../ui/forms/Select.tsx"
import { formatInstant } from "../ui/Instant.tsx"
import { Dialog } from "../ui/overlays/Dialog.tsx"
import { emptyToken, expiryOf, lifetimeChoices, readTokenForm, scopes, type Token, tokenBody } from "./TokenState.ts"

const scopeTexts = {
  "contacts:read": "Read and search contacts, their lists, fields, notes, messages and timelines.",
  "contacts:write": "Create, change, merge, import and erase contacts, and change fields, lists and segments.",
  "broadcasts:read": "Read broadcasts, what became of their recipients, templates and settings.",
  "broadcasts:write":
    "Create, estimate, pause, resume and cancel broadcasts, decide about held opt-outs, and replace settings.",
  "events:read": "Read what happened: kinds and identifiers, and what channels report.",
  "webhooks:read": "Read webhooks, their addresses and how far they are.",
  "webhooks:write": "Replace secrets and delete webhooks; with events:read, create and change them too.",
  "tokens:read": "Read names, scopes and last use of tokens, never a token itself.",
  "tokens:write": "Make tokens that are no stronger, and revoke any token of the workspace."
} as const

const lifetimeTitles = {
  "7": "In 7 days",
  "30": "In 30 days",
  "90": "In 90 days",
  "365": "In a year",
  none: "Never",
  date: "On a date"
} as const

/** Makes a token. What the token of this page may not do is shown, and cannot be chosen. */
export const TokenForm = ({
  onClose,
  onMade,
  own
}: {
  /** The token of this page, where it is known. */
  readonly own: Token | undefined
  readonly onClose: () => void
  readonly onMade: (token: string) => void
}) => {
  const id = useId()
  const draft = useDraft("token.new", emptyToken, readTokenForm)
  const { set, value: form } = draft
  const make = useSubmit(
    draft,
    async (form) => {
      const expiry = expiryOf(form, new Date())
      if (expiry === undefined) throw refused("expires_at", "Choose a date.")
      if (form.scopes.length === 0) throw refused("scopes", "Tick at least one.")
      return call("POST /v1/tokens", { body: tokenBody(form, expiry) })
    },
    ({ token }) => {
      onMade(token)
      onClose()
    }
  )
  const giveUp = () => {
    draft.discard()
    onClose()
  }
  const scopesError = make.refusal?.at("scopes")
  return (
    <Dialog
      title="New token"
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={giveUp}>Cancel</Button>
          <Button look="primary" type="submit" form={id} busy={make.busy}>
            Create the token
          </Button>
        </>
      }
    >
      <form
        id={id}
        class="tokens-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void make.run()
        }}
      >
        <Restored draft={draft} />
        <TextField
          label="Name"
          hint="What it is for, such as the website that uses it."
          error={make.refusal?.at("name")}
          value={form.name}
          onValue={(name) => set({ ...form, name })}
        />
        <fieldset aria-describedby={`${id}-scopes`}>
          <legend class="field-label">What it allows</legend>
          <div class="tokens-scopes">
            {scopes.map((scope) => {
              const lacking = own !== undefined && !own.scopes.includes(scope)
              return (
                <CheckField
                  key={scope}
                  label={scope}
                  hint={lacking ? "Not possible: the token of this session does not allow it." : scopeTexts[scope]}
                  disabled={lacking}
                  checked={form.scopes.includes(scope)}
                  onValue={(checked) =>
                    set({
                      ...form,
                      scopes: scopes.filter((one) => (one === scope ? checked : form.scopes.includes(one)))
                    })
                  }
                />
              )
            })}
          </div>
          <p id={`${id}-scopes`} class={scopesError === undefined ? "field-hint" : "field-error"}>
            {scopesError ?? "A token never makes one that is stronger than itself."}
          </p>
        </fieldset>
        <div class="tokens-expiry">
          <SelectField
            label="Expires"
            error={form.lifetime === "date" ? undefined : make.refusal?.at("expires_at")}
            choices={lifetimeChoices.map((value) => ({
              value,
              title:
                value === "none" && own && own.expires_at !== null
                  ? `With the token of this session, on ${formatInstant(own.expires_at)}`
                  : lifetimeTitles[value]
            }))}
            value={form.lifetime}
            onValue={(lifetime) => set({ ...form, lifetime })}
          />
          {form.lifetime === "date" && (
            <TextField
              label="Last day"
              type="date"
              error={make.refusal?.at("expires_at")}
              value={form.date}
              onValue={(date) => set({ ...form, date })}
            />
          )}
        </div>
        <ErrorBox refusal={make.refusal} places={["name", "scopes", "expires_at"]} />
      </form>
    </Dialog>
  )
}

const refused = (place: string, message: string) => new Refusal(422, message, [{ place, text: message, kind: null }])
