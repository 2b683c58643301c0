import { useMemo } from "preact/hooks"
import { TextArea } from "../../ui/forms/FormField.tsx"
import { SelectField, choicesOf, withChosen } from "../../ui/forms/Select.tsx"
import { Card } from "../../ui/Page.tsx"
import { countPasted, readPasted } from "../draft/Pasted.ts"
import { Choices } from "./Choices.tsx"
import type { Editing } from "./Editing.ts"
import { PartList } from "./PartList.tsx"
import { plural } from "../../texts/Text.ts"

/** The audience: stored contacts or pasted numbers. */
export const AudienceSection = ({ broadcasts, draft, fields, input, refusal }: Editing) => (
  <Card title="Recipients">
    <div class="stack">
      <Choices
        label="Who gets the message"
        choices={choicesOf({ audience: "Contacts", pasted: "Pasted numbers" })}
        {...input("who")}
      />
      {draft.who === "audience" ? (
        <>
          <PartList
            title="Included"
            hint="Everybody in at least one of these."
            fields={fields}
            parts={draft.include}
            place="audience.include"
            refusal={refusal}
            onParts={input("include").onValue}
          />
          <PartList
            title="Excluded"
            hint="Nobody in one of these gets the message, even if included above."
            fields={fields}
            parts={draft.exclude}
            place="audience.exclude"
            refusal={refusal}
            broadcasts={broadcasts}
            onParts={input("exclude").onValue}
          />
          <SelectField
            label="Consent"
            hint="Only contacts with this field checked get the message."
            choices={withChosen(
              [
                { value: "", title: "No field required" },
                ...[...fields.values()].flatMap(({ custom, key, title }) =>
                  custom?.field_type === "checkbox" ? [{ value: key, title }] : []
                )
              ],
              draft.required
            )}
            {...input("required")}
          />
        </>
      ) : (
        <PastedField draft={draft} input={input} />
      )}
    </div>
  </Card>
)

const PastedField = ({ draft, input }: Pick<Editing, "draft" | "input">) => {
  const { columns, counts } = useMemo(() => {
    const pasted = readPasted(draft.pasted)
    return { columns: pasted.columns, counts: countPasted(pasted) }
  }, [draft.pasted])
  return (
    <>
      <TextArea
        label="Numbers or table rows"
        hint="Paste one phone number per row, with country code. Other columns can fill in values. A first row without a number is read as column titles."
        rows={6}
        spellcheck={false}
        class="input input-area numbers"
        {...input("pasted")}
      />
      <p class="compose-facts numbers" aria-live="polite">
        <span>{plural(counts.rows, "# row", "# rows")}</span>
        {columns.length > 0 && <span>{plural(columns.length, "# column of values", "# columns of values")}</span>}
        {counts.wrong > 0 && (
          <span class="compose-warn">
            {plural(counts.wrong, "# has no number with country code", "# have no number with country code")}
          </span>
        )}
        {counts.repeated > 0 && (
          <span class="quiet">{plural(counts.repeated, "# is a duplicate", "# are duplicates")}</span>
        )}
      </p>
    </>
  )
}
