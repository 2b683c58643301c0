import { type MatchCheck, matchSentence } from "@rollcall/contact-files"
import { Button } from "../ui/Button.tsx"
import { CheckField } from "../ui/forms/FormField.tsx"
import { SelectField, choicesOf } from "../ui/forms/Select.tsx"
import { Card } from "../ui/Page.tsx"
import { type Choices, matchTitles, mergeTitles } from "./file/Choices.ts"
import { inputsOf } from "../ui/forms/Draft.ts"

const unreadableTexts = {
  create: "A value that can't be read, such as n/a, matches nobody: its row makes a new contact, with a warning.",
  update: "A value that can't be read, such as n/a, matches nobody: its row is skipped, with a warning."
} as const

/** What the rows do, and the buttons that have them do it. */
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
  /** The values of this file that rows may be matched on. */
  readonly checks: ReadonlyArray<MatchCheck>
  readonly lists: ReadonlyArray<{ readonly uuid: string; readonly name: string }>
  readonly busy: boolean
  /** Why it cannot begin. */
  readonly problem: string | undefined
  readonly onChoices: (choices: Choices) => void
  readonly onDryRun: () => void
  readonly onStart: () => void
}) => {
  const input = inputsOf({ value: choices, set: onChoices }, undefined)
  const isUnmatched = choices.mergeType === "update" && choices.matchOn === ""
  return (
    <Card title="What the rows do">
      <div class="import-report">
        <div class="import-fields">
          <SelectField
            label="Same contact by"
            hint="A row and a contact that have it in common are the same."
            choices={choicesOf(matchTitles)}
            {...input("matchOn")}
            error={isUnmatched ? "Choose what a row and a contact have in common." : undefined}
          />
          <SelectField label="Rows" choices={choicesOf(mergeTitles)} {...input("mergeType")} />
          <SelectField
            label="Join a list"
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
          label="Rows with something doubtful fail"
          hint="Without it they are imported, with a warning."
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

/** Why fields are proposed to match on or not, and what becomes of a row whose value can't be read. */
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
