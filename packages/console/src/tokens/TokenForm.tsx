import { call } from "../api/Client.ts"
import { useDraft, useSubmit, inputsOf } from "../ui/forms/Draft.ts"
import { TextField, CheckFields, FieldSet } from "../ui/forms/FormField.tsx"
import { SelectField } from "../ui/forms/Select.tsx"
import { formatInstant } from "../ui/Instant.tsx"
import {
  emptyToken,
  expiryOf,
  lifetimes,
  readTokenForm,
  scopes,
  type Token,
  tokenBody,
  lifetimeTitles,
  scopeTexts
} from "./TokenState.ts"
import { DraftDialog } from "../ui/forms/DraftForm.tsx"
import { refusedAt } from "../api/Refusal.ts"

/** Creates a token. Scopes that this page's token lacks are shown but can't be selected. */
export const TokenForm = ({
  onClose,
  onMade,
  current
}: {
  /** The token of this page, if known. */
  readonly current: Token | undefined
  readonly onClose: () => void
  readonly onMade: (token: string) => void
}) => {
  const draft = useDraft("token.new", emptyToken, readTokenForm)
  const { value: form } = draft
  const make = useSubmit(
    draft,
    async (form) => {
      const expiry = expiryOf(form, new Date())
      if (expiry === undefined) throw refusedAt("expires_at", "Choose a date.")
      if (form.scopes.length === 0) throw refusedAt("scopes", "Select at least one permission.")
      return call("POST /v1/tokens", { body: tokenBody(form, expiry) })
    },
    ({ token }) => {
      onMade(token)
      onClose()
    }
  )
  const input = inputsOf(draft, make.refusal, { lifetime: "expires_at", date: "expires_at" })
  return (
    <DraftDialog
      title="New token"
      verb="Create the token"
      wide
      action={make}
      draft={draft}
      places={["name", "scopes", "expires_at"]}
      onClose={onClose}
    >
      <TextField label="Name" hint="What the token is for, such as the website that uses it." {...input("name")} />
      <FieldSet
        label="What it allows"
        hint="A new token can't have more permissions than yours."
        error={input("scopes").error}
      >
        <div class="tokens-scopes">
          <CheckFields
            choices={scopes.map((scope) => {
              const lacking = current !== undefined && !current.scopes.includes(scope)
              const hint = lacking ? "Your token doesn't have this permission." : scopeTexts[scope]
              return { value: scope, label: scope, hint, disabled: lacking }
            })}
            chosen={form.scopes}
            onChosen={(ticked) => input("scopes").onValue(scopes.filter((scope) => ticked.includes(scope)))}
          />
        </div>
      </FieldSet>
      <div class="tokens-expiry">
        <SelectField
          label="Expires"
          {...input("lifetime")}
          error={form.lifetime === "date" ? undefined : input("lifetime").error}
          choices={lifetimes.map((value) => ({
            value,
            title:
              value === "none" && current && current.expires_at !== null
                ? `With your token, on ${formatInstant(current.expires_at)}`
                : lifetimeTitles[value]
          }))}
        />
        {form.lifetime === "date" && <TextField label="Last day" type="date" {...input("date")} />}
      </div>
    </DraftDialog>
  )
}
