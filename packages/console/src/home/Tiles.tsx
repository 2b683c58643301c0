import { pathTo } from "../api/Place.ts"
import { text } from "../texts/Text.ts"
import { Count } from "../ui/Count.tsx"

const names = ["contacts", "lists", "segments", "broadcasts"] as const

/** How many there are of what the workspace has, each a link to its view. */
export const Tiles = ({
  totals
}: {
  readonly totals: { readonly [Name in (typeof names)[number]]: number | undefined }
}) => (
  <ul class="home-tiles">
    {names.map((name) => (
      <li key={name}>
        <a class="home-tile" href={pathTo(name)}>
          <span class="home-number">
            <Count value={totals[name]} />
          </span>
          <span class="quiet">{text(`shell.views.${name}`)}</span>
        </a>
      </li>
    ))}
  </ul>
)
