import { useLoad } from "../api/Load.ts"
import { type QueryCodec, useUrlState } from "../shell/UrlState.ts"
import { Empty } from "../ui/answers/Empty.tsx"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Button } from "../ui/Button.tsx"
import { Card, Page } from "../ui/Page.tsx"
import { Tabs } from "../ui/Tabs.tsx"
import { MessageItem } from "./MessageItem.tsx"
import { messagesOf, receivedMessages } from "./Messages.ts"
import { plural } from "../texts/Text.ts"

/** Which messages are shown, and how many pages of them. */
interface MessagesState {
  readonly which: "all" | "maybe"
  readonly pages: number
}

const messagesQuery: QueryCodec<MessagesState> = {
  read: (query) => ({
    which: query.get("asks") === "maybe" ? "maybe" : "all",
    pages: Math.min(50, Math.max(1, Math.trunc(Number(query.get("pages"))) || 1))
  }),
  write: ({ pages, which }) => {
    const query = new URLSearchParams()
    if (which === "maybe") query.set("asks", which)
    if (pages > 1) query.set("pages", String(pages))
    return query
  }
}

const pageSize = 20

/** What people wrote to the workspace in the last days. */
export const MessagesView = () => {
  const [{ pages, which }, setState] = useUrlState(messagesQuery)
  const { loading, refusal, reload, value } = useLoad(
    async (signal) => {
      const uuids = await receivedMessages(which, signal)
      return { total: uuids.length, messages: await messagesOf(uuids.slice(0, pages * pageSize), signal) }
    },
    [pages, which]
  )
  return (
    <Page
      title="Inbox"
      aside={<span class="quiet numbers">{value && plural(value.total, "# message", "# messages")}</span>}
      actions={
        <Button icon="again" busy={loading} onClick={reload}>
          Load again
        </Button>
      }
    >
      <Tabs
        label="Which messages"
        tabs={[
          { name: "all", title: "All" },
          { name: "maybe", title: "May ask to stop" }
        ]}
        current={which}
        onSelect={(selected) => setState({ which: selected, pages: 1 })}
      >
        <ErrorBox refusal={refusal} onRetry={reload} />
        {value === undefined && loading && <Skeleton lines={8} />}
        {value?.messages.length === 0 &&
          (which === "maybe" ? (
            <Empty title="No message to read for a STOP">
              A message that may ask for no more messages, such as “cancel”, is shown here. It opted nobody out: do that
              on the contact if the person means it.
            </Empty>
          ) : (
            <Empty title="No messages yet">
              What people write to your senders is shown here for as long as events are kept, 7 days by default.
            </Empty>
          ))}
        {value !== undefined && value.messages.length > 0 && (
          <Card flush>
            <ul>
              {value.messages.map((message) => (
                <MessageItem key={message.uuid} message={message} />
              ))}
            </ul>
          </Card>
        )}
        {value !== undefined && value.total > pages * pageSize && (
          <p>
            <Button busy={loading} onClick={() => setState({ which, pages: pages + 1 }, "replace")}>
              Show older ones
            </Button>
          </p>
        )}
      </Tabs>
    </Page>
  )
}
