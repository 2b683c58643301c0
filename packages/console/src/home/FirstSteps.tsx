import { pathTo } from "../api/Place.ts"
import { text } from "../texts/Text.ts"
import { LinkButton } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Card } from "../ui/Page.tsx"
import { nextStep, type Possessions, steps } from "./Overview.ts"

const targets = { contacts: "import", templates: "compose", broadcasts: "compose" } as const

/** The way from nothing to the first broadcast: what is done, and what comes next. */
export const FirstSteps = ({ possessions }: { readonly possessions: Possessions }) => {
  const next = nextStep(possessions)
  return (
    <Card title={text("home.steps.title")}>
      <ol class="home-steps">
        {steps.map((step, at) => {
          const done = (possessions[step] ?? 0) > 0
          return (
            <li key={step} class="home-step" data-done={done ? "" : undefined}>
              <span class="home-mark">{done ? <Icon name="check" /> : at + 1}</span>
              <div class="home-words">
                <h3>
                  {text(`home.steps.${step}.title`)}
                  {done && <span class="unseen"> {text("home.steps.done")}</span>}
                </h3>
                <p class="quiet">{text(`home.steps.${step}.text`)}</p>
              </div>
              {!done && step !== "templates" && (
                <LinkButton href={pathTo(targets[step])} look={step === next ? "primary" : "plain"}>
                  {text(`home.steps.${step}.action`)}
                </LinkButton>
              )}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
