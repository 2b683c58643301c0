import { useMemo } from "preact/hooks"
import type { ContactFields } from "../../contacts/ContactFields.ts"
import { TextArea } from "../../ui/forms/FormField.tsx"
import { type Choice, SelectField } from "../../ui/forms/Select.tsx"
import { Card } from "../../ui/Page.tsx"
import type { AudiencePart } from "../draft/Draft.ts"
import { countPasted, readPasted } from "../draft/Pasted.ts"
import { Choices } from "./Choices.tsx"
import type { Editing } from "./Editing.ts"
import { PartList } from "./PartList.tsx"
import { plural } from "../../texts/Text.ts"

/** Who gets the message: contacts as they are stored, or numbers that are pasted. */
export const AudienceSection = ({ broadcasts, draft, fields, refusal, update }: Editing) => (
  <Card title="Recipients">
    <div class="compose-fields">
      <Choices
        label="Who gets the message"
        value={draft.who}
        choices={[
          { value: "audience", title: "Contacts" },
          { value: "pasted", title: "Pasted numbers" }
        ]}
        onValue={(who) => update({ who })}
      />
      {draft.who === "audience" ? (
        <>
          <PartList
            title="Included"
            hint="Everybody who is in at least one of these."
            fields={fields}
            parts={draft.include}
            place="audience.include"
            refusal={refusal}
            onParts={(include) => update({ include })}
          />
          <PartList
            title="Excluded"
            hint="Who is in one of these gets no message, whatever includes them."
            fields={fields}
            parts={draft.exclude}
            place="audience.exclude"
            refusal={refusal}
            broadcasts={broadcasts}
            onParts={(exclude: ReadonlyArray<AudiencePart>) => update({ exclude })}
          />
          <SelectField
            label="Consent"
            hint="Contacts who have not checked this field get no message."
            error={refusal?.at("audience.require.field")}
            choices={requiredChoices(fields, draft.required)}
            value={draft.required}
            onValue={(required) => update({ required })}
          />
        </>
      ) : (
        <PastedField draft={draft} refusal={refusal} update={update} />
      )}
    </div>
  </Card>
)

/** No field, and every checkbox of contacts; one that is chosen stays, though it is no longer one. */
const requiredChoices = (fields: ContactFields, chosen: string): ReadonlyArray<Choice<string>> => {
  const checks = [...fields.values()].filter(({ custom }) => custom?.field_type === "checkbox")
  const isKnown = chosen === "" || checks.some(({ key }) => key === chosen)
  return [
    { value: "", title: "No field required" },
    ...checks.map(({ key, title }) => ({ value: key, title })),
    ...(isKnown ? [] : [{ value: chosen, title: chosen }])
  ]
}

const PastedField = ({ draft, refusal, update }: Pick<Editing, "draft" | "refusal" | "update">) => {
  const { columns, counts } = useMemo(() => {
    const pasted = readPasted(draft.pasted)
    return { columns: pasted.columns, counts: countPasted(pasted) }
  }, [draft.pasted])
  return (
    <>
      <TextArea
        label="Numbers, or rows of a table"
        hint="A phone number with country code in each row. Columns beside it, from a table or CSV, can be values; a first row without a number has their titles."
        error={refusal?.at("recipients")}
        value={draft.pasted}
        rows={6}
        spellcheck={false}
        class="input input-area numbers"
        onValue={(pasted) => update({ pasted })}
      />
      <p class="compose-facts numbers" aria-live="polite">
        <span>{plural(counts.rows, "# row", "# rows")}</span>
        {columns.length > 0 && <span>{plural(columns.length, "# column of values", "# columns of values")}</span>}
        {counts.wrong > 0 && (
          <span class="compose-warn">
            {plural(counts.wrong, "# has no number with country code", "# have no number with country code")}
          </span>
        )}
        {counts.repeated > 0 && <span class="quiet">{plural(counts.repeated, "# comes again", "# come again")}</span>}
      </p>
    </>
  )
}
