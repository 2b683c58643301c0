import { useUrlState } from "../shell/UrlState.ts"
import { codecOf, readPages } from "../reading/QueryCodec.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Page.tsx"
import { MessageItem } from "./MessageItem.tsx"
import { messagesOf, receivedMessages } from "./Messages.ts"
import { usePages } from "../api/Pages.ts"
import { readOneOf } from "../reading/Reader.ts"
import { ListPage } from "../ui/Listing.tsx"

/** The message filter and the number of loaded pages. */
const messagesQuery = codecOf(
  { which: readOneOf(["maybe"]), pages: readPages },
  { which: "all", pages: 1 },
  { which: "asks" }
)

const pageSize = 20

/** The messages received in the last days. */
export const MessagesView = () => {
  const [{ pages, which }, setState] = useUrlState(messagesQuery)
  const messages = usePages(
    async (after, signal) => {
      const uuids = await receivedMessages(which, signal)
      const begin = uuids.findIndex((uuid) => uuid === after) + 1
      const shown = uuids.slice(begin, begin + pageSize)
      const isLast = begin + pageSize >= uuids.length
      return {
        items: await messagesOf(shown, signal),
        total: uuids.length,
        next: isLast ? null : (shown.at(-1) ?? null)
      }
    },
    [which],
    { pages, onMore: () => setState({ which, pages: pages + 1 }, "replace") }
  )
  return (
    <ListPage
      title="Inbox"
      total={{ one: "# message", other: "# messages" }}
      actions={
        <Button icon="again" busy={messages.loading} onClick={messages.reload}>
          Load again
        </Button>
      }
      tabs={{
        label: "Which messages",
        tabs: [
          { name: "all", title: "All" },
          { name: "maybe", title: "May ask to stop" }
        ],
        current: which,
        onSelect: (selected) => setState({ which: selected, pages: 1 })
      }}
      pages={messages}
      moreTitle="Show older"
      none={which === "maybe" ? "No messages may ask to stop" : "No messages yet"}
      noneText={
        which === "maybe"
          ? "Messages that may ask to stop, such as “cancel”, appear here. They opt nobody out. If the person wants to stop, opt the contact out."
          : "Messages that people send you appear here. They are kept for 7 days by default."
      }
    >
      {(items) => (
        <Card flush>
          <ul>
            {items.map((message) => (
              <MessageItem key={message.uuid} message={message} />
            ))}
          </ul>
        </Card>
      )}
    </ListPage>
  )
}
