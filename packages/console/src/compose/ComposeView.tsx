import "./compose.css"
import { useMemo, useRef, useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import type { BroadcastSummary } from "../api/Follow.ts"
import { type Loaded, useAction, useLoad } from "../api/Load.ts"
import { allPages, pagesOf } from "../api/Pages.ts"
import { dataTypeIn, useContactFields } from "../contacts/ContactFields.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button } from "../ui/Button.tsx"
import { Page } from "../ui/Page.tsx"
import { useComposeDraft } from "./ComposeDraft.ts"
import { estimateBody, type Known, placeOf, validateBody } from "./draft/Body.ts"
import { lackingIn } from "./draft/Faults.ts"
import { countPasted, readPasted } from "./draft/Pasted.ts"
import { searchIn } from "./draft/Search.ts"
import { blanksOf, type ListedTemplate, templateKey } from "./preview/Template.ts"
import { useEstimate } from "./Estimate.ts"
import { AudienceSection } from "./sections/AudienceSection.tsx"
import type { Editing } from "./sections/Editing.ts"
import { MessageSection } from "./sections/MessageSection.tsx"
import { StartSection } from "./sections/StartSection.tsx"
import { fieldOptions, ValuesSection } from "./sections/ValuesSection.tsx"
import { SendDialog, type Sending } from "./SendDialog.tsx"
import { Summary } from "./Summary.tsx"
import { Form } from "../ui/forms/Form.tsx"
import { inputsOf } from "../ui/forms/Draft.ts"

/** More pasted numbers than `validate` accepts are only checked by `create`. */
const mostValidated = 20_000

/** The composer: message, recipients, values and times. Sends the broadcast after a confirmation. */
export const ComposeView = () => {
  const templates = useTemplates()
  const { discard, draft, refusal, startOver, update } = useComposeDraft(templates.value)
  const { fields: contactFields } = useContactFields()
  const newest = useNewestBroadcasts()
  const fields = useMemo(() => fieldOptions(contactFields), [contactFields])
  const form = useRef<HTMLFormElement>(null)
  const [sending, setSending] = useState<Sending>()

  const listed = templates.value?.find((template) => templateKey(template) === draft.template)
  const template = listed === undefined || listed.kind === "unsendable" ? undefined : listed
  const known: Known | undefined = template && { template, searchOf: searchIn(dataTypeIn(contactFields)) }
  const estimate = useEstimate(draft, known)

  const check = useAction(async () => {
    const lacking = lackingIn(draft, template)
    if (lacking !== undefined) throw lacking
    if (known === undefined) return
    const { rows } = countPasted(readPasted(draft.pasted))
    if (draft.who === "audience" || rows <= mostValidated) {
      await call("POST /broadcasts/validate", { body: validateBody(draft, known) })
    }
    const counted =
      draft.who === "audience"
        ? (await call("POST /broadcasts/audience", { body: estimateBody(draft, known) })).recipients
        : (estimate.value?.recipients ?? rows)
    setSending({ draft, known, recipients: counted })
  })
  const change: Editing["update"] = (changed) => {
    check.clear()
    update(changed)
  }
  const editing: Editing = {
    draft,
    update: change,
    template,
    refusal: check.refusal,
    input: inputsOf({ value: draft, set: change }, check.refusal, {
      template: "template_name",
      required: "audience.require.field",
      pasted: "recipients",
      startAt: "scheduled_for",
      until: "valid_until"
    }),
    broadcasts: newest.value ?? [],
    fields: contactFields
  }
  const places = [...fixedPlaces, ...(template === undefined ? [] : blanksOf(template).map(placeOf))]
  const run = () => {
    void check.run().then((done) => {
      if (!done) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus())
    })
  }
  return (
    <Page
      title="Compose"
      actions={
        <Button look="quiet" onClick={startOver}>
          Start over
        </Button>
      }
    >
      <ErrorBox refusal={refusal} title="The earlier broadcast can't be loaded" />
      <Form formRef={form} class="compose" onSubmit={run}>
        <div class="compose-sections">
          <MessageSection {...editing} templates={templates} />
          <AudienceSection {...editing} />
          {template && <ValuesSection {...editing} template={template} options={fields} />}
          <StartSection {...editing} />
        </div>
        <Summary draft={draft} known={known} estimate={estimate} fields={fields}>
          <ErrorBox refusal={check.refusal} places={places} />
          <Button look="primary" icon="send" type="submit" busy={check.busy}>
            Check and send…
          </Button>
        </Summary>
      </Form>
      {sending && (
        <SendDialog
          sending={sending}
          onAccepted={discard}
          onCopy={() => update({ key: crypto.randomUUID() })}
          onClose={() => setSending(undefined)}
        />
      )}
    </Page>
  )
}

const fixedPlaces = [
  "name",
  "template_name",
  "from",
  "recipients",
  "scheduled_for",
  "valid_until",
  "audience.include",
  "audience.exclude"
]

const useTemplates = (): Loaded<ReadonlyArray<ListedTemplate>> =>
  useLoad(
    (signal) =>
      allPages(
        pagesOf("templates", ({ offset }) => call("GET /v1/templates", { query: { limit: 100, offset }, signal })),
        signal
      ),
    []
  )

const useNewestBroadcasts = (): Loaded<ReadonlyArray<BroadcastSummary>> =>
  useLoad(
    (signal) => call("GET /broadcasts", { query: { limit: 200 }, signal }).then(({ broadcasts }) => broadcasts),
    []
  )
