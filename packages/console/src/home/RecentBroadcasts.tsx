import { StatusBadge } from "../broadcasts/Status.tsx"
import { pathTo } from "../api/Place.ts"
import { Empty } from "../ui/answers/Empty.tsx"
import { Instant } from "../ui/Instant.tsx"
import { Progress } from "../ui/Progress.tsx"
import { progressOf, type RecentBroadcast } from "./Overview.ts"
import { plural } from "../texts/Text.ts"

/** The latest broadcasts and their progress. */
export const RecentBroadcasts = ({ broadcasts }: { readonly broadcasts: ReadonlyArray<RecentBroadcast> }) => {
  if (broadcasts.length === 0) return <Empty title="No broadcasts yet" />
  return (
    <ul>
      {broadcasts.map(({ details, summary: { name, scheduled_at, uuid } }) => {
        const { done, total } = progressOf(details)
        return (
          <li key={uuid} class="home-broadcast">
            <div class="home-words">
              <a class="home-name" href={pathTo(`broadcasts/${uuid}`)}>
                {name}
              </a>
              <span class="quiet">
                <Instant iso={scheduled_at} />
              </span>
            </div>
            <StatusBadge status={details.status} />
            <Progress label={plural(details.read, "# was read", "# were read")} done={done} total={total ?? 0} />
          </li>
        )
      })}
    </ul>
  )
}
