import { useId } from "preact/hooks"
import { call } from "../api/Client.ts"
import { Refusal } from "../api/Refusal.ts"
import { text } from "../texts/Text.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button } from "../ui/Button.tsx"
import { useDraft, useSubmit } from "../ui/forms/Draft.ts"
import { Restored } from "../ui/forms/DraftForm.tsx"
import { CheckField, TextField } from "../ui/forms/FormField.tsx"
import { SelectField } from "../ui/forms/Select.tsx"
import { formatInstant } from "../ui/Instant.tsx"
import { Dialog } from "../ui/overlays/Dialog.tsx"
import { emptyToken, expiryOf, lifetimeChoices, readTokenForm, scopes, type Token, tokenBody } from "./TokenState.ts"

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
      if (expiry === undefined) throw refused("expires_at", text("tokens.form.noDate"))
      if (form.scopes.length === 0) throw refused("scopes", text("tokens.form.noScopes"))
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
      title={text("tokens.form.title")}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={giveUp}>{text("ui.cancel")}</Button>
          <Button look="primary" type="submit" form={id} busy={make.busy}>
            {text("tokens.form.create")}
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
          label={text("tokens.form.name")}
          hint={text("tokens.form.nameHint")}
          error={make.refusal?.at("name")}
          value={form.name}
          onValue={(name) => set({ ...form, name })}
        />
        <fieldset aria-describedby={`${id}-scopes`}>
          <legend class="field-label">{text("tokens.form.scopes")}</legend>
          <div class="tokens-scopes">
            {scopes.map((scope) => {
              const lacking = own !== undefined && !own.scopes.includes(scope)
              return (
                <CheckField
                  key={scope}
                  label={scope}
                  hint={text(lacking ? "tokens.form.lacking" : `tokens.scopes.${scope}`)}
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
            {scopesError ?? text("tokens.form.never")}
          </p>
        </fieldset>
        <div class="tokens-expiry">
          <SelectField
            label={text("tokens.form.expiry")}
            error={form.lifetime === "date" ? undefined : make.refusal?.at("expires_at")}
            choices={lifetimeChoices.map((value) => ({
              value,
              title:
                value === "none" && own && own.expires_at !== null
                  ? text("tokens.form.withOwn", { at: formatInstant(own.expires_at) })
                  : text(`tokens.form.lifetimes.${value}`)
            }))}
            value={form.lifetime}
            onValue={(lifetime) => set({ ...form, lifetime })}
          />
          {form.lifetime === "date" && (
            <TextField
              label={text("tokens.form.date")}
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
