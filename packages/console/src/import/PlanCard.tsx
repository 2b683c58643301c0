import { text } from "../texts/Text.ts"
import { Button } from "../ui/Button.tsx"
import { CheckField } from "../ui/forms/FormField.tsx"
import { SelectField } from "../ui/forms/Select.tsx"
import { Card } from "../ui/Page.tsx"
import { type Choices, matchFields, mergeTypes } from "./file/Choices.ts"

/** What the rows do, and the buttons that have them do it. */
export const PlanCard = ({
  busy,
  choices,
  lists,
  onChoices,
  onDryRun,
  onStart,
  problem
}: {
  readonly choices: Choices
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
