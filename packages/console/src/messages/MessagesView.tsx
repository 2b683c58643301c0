import { useLoad } from "../api/Load.ts"
import { type QueryCodec, useUrlState } from "../shell/UrlState.ts"
import { text } from "../texts/Text.ts"
import { Empty } from "../ui/answers/Empty.tsx"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Button } from "../ui/Button.tsx"
import { Card, Page } from "../ui/Page.tsx"
import { Tabs } from "../ui/Tabs.tsx"
import { MessageItem } from "./MessageItem.tsx"
import { messagesOf, receivedMessages } from "./Messages.ts"

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
      title={text("shell.views.messages")}
      aside={<span class="quiet numbers">{value && text("messages.count", { count: value.total })}</span>}
      actions={
        <Button icon="again" busy={loading} onClick={reload}>
          {text("messages.reload")}
        </Button>
      }
    >
      <Tabs
        label={text("messages.which")}
        tabs={[
          { name: "all", title: text("messages.all") },
          { name: "maybe", title: text("messages.asks.maybe") }
        ]}
        current={which}
        onSelect={(selected) => setState({ which: selected, pages: 1 })}
      >
        <ErrorBox refusal={refusal} onRetry={reload} />
        {value === undefined && loading && <Skeleton lines={8} />}
        {value?.messages.length === 0 &&
          (which === "maybe" ? (
            <Empty title={text("messages.noneAsks.title")}>{text("messages.noneAsks.text")}</Empty>
          ) : (
            <Empty title={text("messages.empty.title")}>{text("messages.empty.text")}</Empty>
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
              {text("messages.older")}
            </Button>
          </p>
        )}
      </Tabs>
    </Page>
  )
}
