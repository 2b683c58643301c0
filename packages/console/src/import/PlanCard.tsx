import { type MatchCheck, matchSentence } from "@rollcall/contact-files"
import { text } from "../texts/Text.ts"
import { Button } from "../ui/Button.tsx"
import { CheckField } from "../ui/forms/FormField.tsx"
import { SelectField } from "../ui/forms/Select.tsx"
import { Card } from "../ui/Page.tsx"
import { type Choices, matchFields, mergeTypes } from "./file/Choices.ts"

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
}) => (
  <Card title={text("import.plan.title")}>
    <div class="import-report">
      <div class="import-fields">
        <SelectField
          label={text("import.plan.matchOn")}
          hint={text("import.plan.matchHint")}
          {...(choices.mergeType === "update" && choices.matchOn === ""
            ? { error: text("import.plan.needsMatch") }
            : {})}
          choices={matchFields.map((value) => ({ value, title: text(`import.plan.matchFields.${value || "none"}`) }))}
          value={choices.matchOn}
          onValue={(matchOn) => onChoices({ ...choices, matchOn })}
        />
        <SelectField
          label={text("import.plan.mergeType")}
          choices={mergeTypes.map((value) => ({ value, title: text(`import.plan.mergeTypes.${value}`) }))}
          value={choices.mergeType}
          onValue={(mergeType) => onChoices({ ...choices, mergeType })}
        />
        <SelectField
          label={text("import.plan.list")}
          choices={[
            { value: "", title: text("import.plan.noList") },
            ...lists.map(({ name, uuid }) => ({ value: uuid, title: name }))
          ]}
          value={lists.some(({ uuid }) => uuid === choices.list) ? choices.list : ""}
          onValue={(list) => onChoices({ ...choices, list })}
        />
      </div>
      <MatchNotes checks={checks} choices={choices} />
      <CheckField
        label={text("import.plan.strict")}
        hint={text("import.plan.strictHint")}
        checked={choices.strict}
        onValue={(strict) => onChoices({ ...choices, strict })}
      />
      {problem !== undefined && <p class="field-error">{problem}</p>}
      <div class="import-actions">
        <Button busy={busy} disabled={problem !== undefined} onClick={onDryRun}>
          {text("import.plan.dryRun")}
        </Button>
        <Button look="primary" icon="import" disabled={problem !== undefined} onClick={onStart}>
          {text("import.plan.start")}
        </Button>
      </div>
    </div>
  </Card>
)

/** Why fields are proposed to match on or not, and what becomes of a row whose value can't be read. */
const MatchNotes = ({
  checks,
  choices: { matchOn, mergeType }
}: Pick<Parameters<typeof PlanCard>[0], "checks" | "choices">) => (
  <div class="import-matches">
    {checks.map((check) => (
      <p key={check.field} class={check.field === matchOn && !check.isProposed ? "import-doubtful" : "field-hint"}>
        <strong>{text(`import.plan.matchFields.${check.field}`)}</strong>: {matchSentence(check)}.
      </p>
    ))}
    {matchOn !== "" && (
      <p class="field-hint">{text(`import.plan.unreadable.${mergeType === "update" ? "update" : "create"}`)}</p>
    )}
  </div>
)
