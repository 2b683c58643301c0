import { useMemo } from "preact/hooks"
import { text } from "../../texts/Text.ts"
import type { ContactFields } from "../../contacts/ContactFields.ts"
import { TextArea } from "../../ui/forms/FormField.tsx"
import { type Choice, SelectField } from "../../ui/forms/Select.tsx"
import { Card } from "../../ui/Page.tsx"
import type { AudiencePart } from "../draft/Draft.ts"
import { countPasted, readPasted } from "../draft/Pasted.ts"
import { Choices } from "./Choices.tsx"
import type { Editing } from "./Editing.ts"
import { PartList } from "./PartList.tsx"

/** Who gets the message: contacts as they are stored, or numbers that are pasted. */
export const AudienceSection = ({ broadcasts, draft, fields, refusal, update }: Editing) => (
  <Card title={text("compose.audience.title")}>
    <div class="compose-fields">
      <Choices
        label={text("compose.audience.who")}
        value={draft.who}
        choices={[
          { value: "audience", title: text("compose.audience.contacts") },
          { value: "pasted", title: text("compose.audience.pasted") }
        ]}
        onValue={(who) => update({ who })}
      />
      {draft.who === "audience" ? (
        <>
          <PartList
            title={text("compose.audience.include")}
            hint={text("compose.audience.includeHint")}
            fields={fields}
            parts={draft.include}
            place="audience.include"
            refusal={refusal}
            onParts={(include) => update({ include })}
          />
          <PartList
            title={text("compose.audience.exclude")}
            hint={text("compose.audience.excludeHint")}
            fields={fields}
            parts={draft.exclude}
            place="audience.exclude"
            refusal={refusal}
            broadcasts={broadcasts}
            onParts={(exclude: ReadonlyArray<AudiencePart>) => update({ exclude })}
          />
          <SelectField
            label={text("compose.audience.require")}
            hint={text("compose.audience.requireHint")}
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
    { value: "", title: text("compose.audience.requireNone") },
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
        label={text("compose.audience.rows")}
        hint={text("compose.audience.rowsHint")}
        error={refusal?.at("recipients")}
        value={draft.pasted}
        rows={6}
        spellcheck={false}
        class="input input-area numbers"
        onValue={(pasted) => update({ pasted })}
      />
      <p class="compose-facts numbers" aria-live="polite">
        <span>{text("compose.audience.rowCount", { count: counts.rows })}</span>
        {columns.length > 0 && <span>{text("compose.audience.columnCount", { count: columns.length })}</span>}
        {counts.wrong > 0 && (
          <span class="compose-warn">{text("compose.audience.wrong", { count: counts.wrong })}</span>
        )}
        {counts.repeated > 0 && (
          <span class="quiet">{text("compose.audience.repeated", { count: counts.repeated })}</span>
        )}
      </p>
    </>
  )
}
