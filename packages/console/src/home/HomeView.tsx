import "./home.css"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Card, Page } from "../ui/Page.tsx"
import { Attention } from "./Attention.tsx"
import { FirstSteps } from "./FirstSteps.tsx"
import { useOverview } from "./Loads.ts"
import { nextStep } from "./Overview.ts"
import { RecentBroadcasts } from "./RecentBroadcasts.tsx"
import { Session } from "./Session.tsx"
import { Tiles } from "./Tiles.tsx"

/** The overview: counts, items that need attention, and recent broadcasts. */
export const HomeView = () => {
  const { broadcasts, failing, paused, ready, totals } = useOverview()
  return (
    <Page title="Overview">
      <Tiles totals={totals} />
      {ready ? (
        <>
          {nextStep(totals) && <FirstSteps possessions={totals} />}
          <Attention paused={paused} failing={failing} />
          <Card title="Last broadcasts" flush>
            {broadcasts.value ? (
              <RecentBroadcasts broadcasts={broadcasts.value.broadcasts} />
            ) : (
              <div class="home-inside">
                <ErrorBox refusal={broadcasts.refusal} onRetry={broadcasts.reload} />
              </div>
            )}
          </Card>
          <Session />
        </>
      ) : (
        <Skeleton lines={8} />
      )}
    </Page>
  )
}
