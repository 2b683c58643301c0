import { type MatchCheck, matchSentence } from "@rollcall/contact-files"
import { Button } from "../ui/Button.tsx"
import { CheckField } from "../ui/forms/FormField.tsx"
import { SelectField, choicesOf } from "../ui/forms/Select.tsx"
import { Card } from "../ui/Page.tsx"
import { type Choices, matchTitles, mergeTitles } from "./file/Choices.ts"
import { inputsOf } from "../ui/forms/Draft.ts"

const unreadableTexts = {
  create: "An invalid value, such as n/a, matches nobody. Its row creates a contact, with a warning.",
  update: "An invalid value, such as n/a, matches nobody. Its row is skipped, with a warning."
} as const

/** Import options, and the buttons for a dry run and the import. */
export const PlanCard = ({
  busy,
  checks,
  choices,
  lists,
  onChoices,
  onDryRun,
  onStart,
  problem
}: {
  readonly choices: Choices
  /** Checks of the fields that rows of this file could be matched on. */
  readonly checks: ReadonlyArray<MatchCheck>
  readonly lists: ReadonlyArray<{ readonly uuid: string; readonly name: string }>
  readonly busy: boolean
  /** Why the import can't start. */
  readonly problem: string | undefined
  readonly onChoices: (choices: Choices) => void
  readonly onDryRun: () => void
  readonly onStart: () => void
}) => {
  const input = inputsOf({ value: choices, set: onChoices }, undefined)
  const isUnmatched = choices.mergeType === "update" && choices.matchOn === ""
  return (
    <Card title="Import options">
      <div class="import-report">
        <div class="import-fields">
          <SelectField
            label="Match contacts by"
            hint="A row updates the contact that has the same value."
            choices={choicesOf(matchTitles)}
            {...input("matchOn")}
            error={isUnmatched ? "Choose a field to match contacts by." : undefined}
          />
          <SelectField label="Rows" choices={choicesOf(mergeTitles)} {...input("mergeType")} />
          <SelectField
            label="Add to a list"
            choices={[
              { value: "", title: "No list" },
              ...lists.map(({ name, uuid }) => ({ value: uuid, title: name }))
            ]}
            {...input("list")}
            value={lists.some(({ uuid }) => uuid === choices.list) ? choices.list : ""}
          />
        </div>
        <MatchNotes checks={checks} choices={choices} />
        <CheckField
          label="Restore archived contacts"
          hint="If off, they stay archived, with a warning."
          {...input("restore")}
        />
        <CheckField
          label="Fail rows with warnings"
          hint="If off, they are imported with a warning."
          {...input("strict")}
        />
        {problem !== undefined && <p class="field-error">{problem}</p>}
        <div class="import-actions">
          <Button busy={busy} disabled={problem !== undefined} onClick={onDryRun}>
            Dry run
          </Button>
          <Button look="primary" icon="import" disabled={problem !== undefined} onClick={onStart}>
            Start the import
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** Explains which fields are suggested for matching, and what happens to a row with an unreadable value. */
const MatchNotes = ({
  checks,
  choices: { matchOn, mergeType }
}: Pick<Parameters<typeof PlanCard>[0], "checks" | "choices">) => (
  <div class="import-matches">
    {checks.map((check) => (
      <p key={check.field} class={check.field === matchOn && !check.isProposed ? "import-doubtful" : "field-hint"}>
        <strong>{matchTitles[check.field]}</strong>: {matchSentence(check)}.
      </p>
    ))}
    {matchOn !== "" && <p class="field-hint">{unreadableTexts[mergeType === "update" ? "update" : "create"]}</p>}
  </div>
)
