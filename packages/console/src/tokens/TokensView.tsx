import "./tokens.css"
import { useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { useAction, useLoad } from "../api/Load.ts"
import { logOut, token as session } from "../api/Session.ts"
import { type QueryCodec, useUrlState } from "../shell/UrlState.ts"
import { text } from "../texts/Text.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Skeleton } from "../ui/answers/Skeleton.tsx"
import { Badge } from "../ui/Badge.tsx"
import { Button } from "../ui/Button.tsx"
import { CheckField } from "../ui/forms/FormField.tsx"
import { Instant } from "../ui/Instant.tsx"
import { Confirm } from "../ui/overlays/Confirm.tsx"
import { SecretDialog } from "../ui/overlays/SecretDialog.tsx"
import { toast } from "../ui/overlays/Toast.tsx"
import { Card, Page } from "../ui/Page.tsx"
import { type Column, Table } from "../ui/table/Table.tsx"
import { allTokens } from "./AllTokens.ts"
import { TokenForm } from "./TokenForm.tsx"
import { inOrder, ownToken, scopes, type Token } from "./TokenState.ts"

interface State {
  /** Whether the form of a new one is open. */
  readonly making: boolean
  /** Whether those are shown that do not count any more. */
  readonly old: boolean
}

const tokensQuery: QueryCodec<State> = {
  read: (query) => ({ making: query.has("new"), old: query.has("old") }),
  write: ({ making, old }) => {
    const query = new URLSearchParams()
    if (old) query.set("old", "")
    if (making) query.set("new", "")
    return query
  }
}

/** What opens the workspace, and how far. */
export const TokensView = () => {
  const [state, setState] = useUrlState(tokensQuery)
  const [made, setMade] = useState<string>()
  const [revoked, setRevoked] = useState<Token>()
  const { loading, refusal, reload, value } = useLoad(allTokens, [])
  const tokens = inOrder(value ?? [])
  const own = ownToken(tokens, session.value)
  const valid = tokens.filter(({ status }) => status === "valid")
  const shown = state.old ? tokens : valid
  return (
    <Page
      title={text("shell.views.tokens")}
      aside={<span class="quiet numbers">{value && text("tokens.count", { count: valid.length })}</span>}
      actions={
        <Button look="primary" icon="plus" onClick={() => setState({ ...state, making: true })}>
          {text("tokens.add")}
        </Button>
      }
    >
      <ErrorBox refusal={refusal} onRetry={reload} />
      {value === undefined && loading && <Skeleton lines={6} />}
      {tokens.length > valid.length && (
        <CheckField
          label={text("tokens.old", { count: tokens.length - valid.length })}
          checked={state.old}
          onValue={(old) => setState({ ...state, old })}
        />
      )}
      {shown.length > 0 && (
        <Card flush>
          <Table
            caption={text("shell.views.tokens")}
            columns={columnsOf(own, setRevoked)}
            rows={shown}
            rowKey={({ uuid }) => uuid}
          />
        </Card>
      )}
      {state.making && (
        <TokenForm
          own={own}
          onClose={() => setState({ ...state, making: false })}
          onMade={(token) => {
            setMade(token)
            reload()
          }}
        />
      )}
      {revoked && (
        <RevokeDialog
          token={revoked}
          isOwn={revoked === own}
          onClose={() => setRevoked(undefined)}
          onRevoked={reload}
        />
      )}
      {made !== undefined && (
        <SecretDialog
          title={text("tokens.made.title")}
          label={text("tokens.made.label")}
          note={text("tokens.made.note")}
          secret={made}
          onClose={() => setMade(undefined)}
        />
      )}
    </Page>
  )
}

const columnsOf = (own: Token | undefined, onRevoke: (token: Token) => void): ReadonlyArray<Column<Token>> => [
  {
    key: "name",
    title: text("tokens.columns.name"),
    cell: (token) => (
      <div class="tokens-name">
        <span>{token.name}</span>
        {token.prefix !== null && <code class="quiet">{`${token.prefix}…`}</code>}
        {token === own && <Badge tone="accent">{text("tokens.own")}</Badge>}
        {token.bootstrap && <Badge>{text("tokens.configured")}</Badge>}
        {token.status !== "valid" && <Badge tone="bad">{text(`tokens.status.${token.status}`)}</Badge>}
      </div>
    )
  },
  {
    key: "scopes",
    title: text("tokens.columns.scopes"),
    cell: ({ scopes: allowed }) => (allowed.length === scopes.length ? text("tokens.everything") : allowed.join(", "))
  },
  { key: "used", title: text("tokens.columns.used"), cell: ({ last_used_at }) => <Instant iso={last_used_at} /> },
  {
    key: "expires",
    title: text("tokens.columns.expires"),
    cell: ({ expires_at }) => (expires_at === null ? text("tokens.noExpiry") : <Instant iso={expires_at} />)
  },
  {
    key: "revoke",
    title: text("tokens.revoke.verb"),
    unseen: true,
    align: "end",
    cell: (token) =>
      token.status === "valid" && (
        <Button small aria-label={text("tokens.revoke.label", { name: token.name })} onClick={() => onRevoke(token)}>
          {text("tokens.revoke.verb")}
        </Button>
      )
  }
]

/** Asks before a token is revoked. With the one that the page is used with, the page logs out. */
const RevokeDialog = ({
  isOwn,
  onClose,
  onRevoked,
  token
}: {
  readonly token: Token
  readonly isOwn: boolean
  readonly onClose: () => void
  readonly onRevoked: () => void
}) => {
  const revoke = useAction(async () => {
    await call("DELETE /v1/tokens/:token_uuid", { params: { token_uuid: token.uuid } })
    if (isOwn) logOut()
    else {
      toast(text("tokens.revoke.done", { name: token.name }))
      onRevoked()
    }
  })
  return (
    <Confirm
      title={text("tokens.revoke.title", { name: token.name })}
      verb={text("tokens.revoke.verb")}
      danger
      action={revoke}
      onClose={onClose}
    >
      <p>{text(isOwn ? "tokens.revoke.own" : "tokens.revoke.text")}</p>
      {token.bootstrap && <p>{text("tokens.revoke.configured")}</p>}
    </Confirm>
  )
}
