import { useId, useMemo, useState } from "preact/hooks"
import type { Loaded } from "../../api/Load.ts"
import { ErrorBox } from "../../ui/answers/ErrorBox.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { FormField, TextField } from "../../ui/forms/FormField.tsx"
import { Card } from "../../ui/Page.tsx"
import { type ListedTemplate, templateKey } from "../preview/Template.ts"
import type { Editing } from "./Editing.ts"
import { plural } from "../../texts/Text.ts"
import { ComboboxField } from "../../ui/forms/Combobox.tsx"

const categoryTitles = { marketing: "Marketing", utility: "Utility", authentication: "Authentication" } as const

/** The message, its sender, and the name of the broadcast. */
export const MessageSection = ({
  broadcasts,
  draft,
  input,
  templates
}: Editing & { readonly templates: Loaded<ReadonlyArray<ListedTemplate>> }) => {
  const [typed, setTyped] = useState("")
  const all = templates.value ?? []
  const chosen = all.find((template) => templateKey(template) === draft.template)
  const options = useMemo(
    () =>
      all
        .filter((template) => typed === "" || isFound(template, typed))
        .map((template) => ({
          value: templateKey(template),
          title: titleOf(template, all),
          hint: [categoryTitles[template.category], ...(isSendable(template) ? [] : ["can't be sent"])].join(" · ")
        })),
    [templates.value, typed]
  )
  return (
    <Card title="Message">
      <div class="stack">
        <TextField
          label="Name of the broadcast"
          hint="For you and your colleagues. Recipients don't see it."
          {...input("name")}
        />
        <ErrorBox refusal={templates.refusal} onRetry={templates.reload} />
        <ComboboxField
          label="Template"
          hint="Search by name, language or text."
          {...input("template")}
          error={input("template").error ?? problemOf(chosen)}
          options={options}
          onSearch={setTyped}
          loading={templates.loading}
          placeholder="Choose a template"
        />
        {chosen && (
          <p class="compose-facts">
            <Badge tone="accent">{categoryTitles[chosen.category]}</Badge>
            <Badge>{languageOf(chosen.locale)}</Badge>
            {chosen.kind === "carousel" && <Badge>{plural(chosen.cards.length, "# card", "# cards")}</Badge>}
          </p>
        )}
        <SenderField used={sendersOf(broadcasts)} {...input("from")} />
      </div>
    </Card>
  )
}

const isFound = ({ locale, name, text: wording }: ListedTemplate, typed: string): boolean =>
  [name, locale, languageOf(locale), wording?.header, wording?.body, wording?.footer]
    .join("\n")
    .toLowerCase()
    .includes(typed.trim().toLowerCase())

const isSendable = ({ kind, status }: ListedTemplate): boolean => kind !== "unsendable" && status === "approved"

const problemOf = (template: ListedTemplate | undefined): string | undefined => {
  if (template === undefined) return undefined
  if (template.kind === "unsendable") return `It can't be sent: it has ${template.problem}.`
  return template.status === "approved" ? undefined : `It is ${template.status}: only an approved template can be sent.`
}

/** Returns the title of a template. It names the account only if another account has the same template. */
const titleOf = ({ account, locale, name }: ListedTemplate, all: ReadonlyArray<ListedTemplate>): string => {
  const isAmbiguous = all.some((other) => other.name === name && other.locale === locale && other.account !== account)
  return `${name} (${locale})${isAmbiguous && account !== null ? ` · ${account}` : ""}`
}

const languages = new Intl.DisplayNames("en", { type: "language", fallback: "code" })

/** Returns the name of a language by a platform's code, such as `pt_BR`. */
const languageOf = (locale: string): string => {
  try {
    return languages.of(locale.replaceAll("_", "-")) ?? locale
  } catch {
    return locale
  }
}

const sendersOf = (broadcasts: Editing["broadcasts"]) => [...new Set(broadcasts.map(({ from }) => from))]

/** The sender: one of the earlier senders, or a typed sender. */
const SenderField = ({
  error,
  onValue,
  used,
  value
}: {
  readonly used: ReadonlyArray<string>
  readonly value: string
  readonly error: string | undefined
  readonly onValue: (from: string) => void
}) => {
  const id = useId()
  return (
    <FormField label="Sender" hint="The phone number or identifier that sends the message." error={error}>
      {(field) => (
        <>
          <input
            {...field}
            class="input numbers"
            list={id}
            autoComplete="off"
            value={value}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
          <datalist id={id}>
            {used.map((from) => (
              <option key={from} value={from} />
            ))}
          </datalist>
        </>
      )}
    </FormField>
  )
}
