import { pathTo } from "../api/Place.ts"
import { keysOf } from "../reading/Reader.ts"
import { Count } from "../ui/Count.tsx"

const viewTitles = { contacts: "Contacts", lists: "Lists", segments: "Segments", broadcasts: "Broadcasts" } as const

/** The workspace's counts, each with a link to its view. */
export const Tiles = ({
  totals
}: {
  readonly totals: { readonly [Name in keyof typeof viewTitles]: number | undefined }
}) => (
  <ul class="home-tiles">
    {keysOf(viewTitles).map((name) => (
      <li key={name}>
        <a class="home-tile" href={pathTo(name)}>
          <span class="home-number">
            <Count value={totals[name]} />
          </span>
          <span class="quiet">{viewTitles[name]}</span>
        </a>
      </li>
    ))}
  </ul>
)
