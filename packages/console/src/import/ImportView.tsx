import "./import.css"
import { useLoad } from "../api/Load.ts"
import { useShared } from "../reading/Shared.ts"
import { pathTo } from "../api/Place.ts"
import { LinkButton } from "../ui/Button.tsx"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Page } from "../ui/Page.tsx"
import { loadKnown } from "./file/Known.ts"
import { currentRun } from "./run/CurrentRun.ts"
import { RunCard } from "./RunCard.tsx"
import { Setup } from "./Setup.tsx"

/** Imports contacts from a file: the user maps its columns, previews the result with a dry run, and starts the import. */
export const ImportView = () => {
  const { loading, refusal, reload, value: known } = useLoad(loadKnown, [])
  const run = useShared(currentRun)
  return (
    <Page title="Import" actions={<LinkButton href={pathTo("imports")}>Earlier imports</LinkButton>}>
      <div class="import">
        <ErrorBox refusal={refusal} onRetry={reload} />
        {run !== undefined && <RunCard run={run} />}
        {run === undefined && known === undefined && loading && <Skeleton lines={6} />}
        {run === undefined && known !== undefined && <Setup known={known} onFields={reload} />}
      </div>
    </Page>
  )
}
