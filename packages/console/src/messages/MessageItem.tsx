import "./messages.css"
import { pathTo } from "../api/Place.ts"
import { Badge } from "../ui/Badge.tsx"
import { Instant } from "../ui/Instant.tsx"
import { AsksToStop } from "./AsksToStop.tsx"
import type { Message } from "./Messages.ts"

/** A received message: sender, time, recipient and content. */
export const MessageItem = ({
  message: { asks_to_stop: asks, from, kind, sent_at, text: words, to, username, uuid }
}: {
  readonly message: Message
}) => (
  <li class="messages-item">
    <div class="messages-head">
      <a href={pathTo(`contacts?q=${encodeURIComponent(from)}`)} title="Find the contact">
        {/^\d/.test(from) ? `+${from}` : from}
      </a>
      {username !== null && <span class="quiet">@{username}</span>}
      <Badge>{kind}</Badge>
      <AsksToStop asks={asks} />
      <a class="messages-when quiet" href={pathTo(`messages/${uuid}`)}>
        <Instant iso={sent_at} />
      </a>
    </div>
    {words === null ? <p class="quiet">No text</p> : <p class="messages-text">{words}</p>}
    <p class="quiet">{`To ${to}`}</p>
  </li>
)
