import { pathTo } from "../api/Place.ts"
import { LinkButton } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Card } from "../ui/Page.tsx"
import { nextStep, type Possessions, steps } from "./Overview.ts"

const stepTexts = {
  contacts: {
    title: "Import contacts",
    text: "You need a CSV file with a phone number in each row. A dry run shows what would happen.",
    action: "Import a file",
    path: "import"
  },
  templates: {
    title: "Get a template",
    text: "WhatsApp requires an approved template to start a conversation. Templates come from your WhatsApp account or your administrator."
  },
  broadcasts: {
    title: "Compose a broadcast",
    text: "Choose a template and recipients, preview the message, send a test, then send.",
    action: "Compose",
    path: "compose"
  }
} as const

/** The steps to the first broadcast: completed and next. */
export const FirstSteps = ({ possessions }: { readonly possessions: Possessions }) => {
  const next = nextStep(possessions)
  return (
    <Card title="Send your first broadcast">
      <ol class="home-steps">
        {steps.map((step, at) => {
          const done = (possessions[step] ?? 0) > 0
          return (
            <li key={step} class="home-step" data-done={done ? "" : undefined}>
              <span class="home-mark">{done ? <Icon name="check" /> : at + 1}</span>
              <div class="home-words">
                <h3>
                  {stepTexts[step].title}
                  {done && <span class="unseen"> (done)</span>}
                </h3>
                <p class="quiet">{stepTexts[step].text}</p>
              </div>
              {!done && step !== "templates" && (
                <LinkButton href={pathTo(stepTexts[step].path)} look={step === next ? "primary" : "plain"}>
                  {stepTexts[step].action}
                </LinkButton>
              )}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
