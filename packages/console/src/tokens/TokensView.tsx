import "./tokens.css"
import { useState } from "preact/hooks"
import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import { logOut, token as session } from "../api/Session.ts"
import { useUrlState } from "../shell/UrlState.ts"
import { codecOf, readPresent } from "../reading/QueryCodec.ts"
import { Badge } from "../ui/Badge.tsx"
import { Button } from "../ui/Button.tsx"
import { CheckField } from "../ui/forms/FormField.tsx"
import { Instant } from "../ui/Instant.tsx"
import { SecretDialog } from "../ui/forms/SecretDialog.tsx"
import { Card } from "../ui/Page.tsx"
import { type Column, Table } from "../ui/table/Table.tsx"
import { allTokens } from "./AllTokens.ts"
import { TokenForm } from "./TokenForm.tsx"
import { inOrder, ownToken, scopes, type Token } from "./TokenState.ts"
import { plural } from "../texts/Text.ts"
import { ListPage } from "../ui/Listing.tsx"
import { useConfirm } from "../ui/overlays/Confirm.tsx"

const statusTitles = { revoked: "Revoked", expired: "Expired" } as const

/** `making` opens the form for a new token, and `old` shows revoked and expired tokens. */
const tokensQuery = codecOf({ making: readPresent, old: readPresent }, { making: false, old: false }, { making: "new" })

/** The access tokens of the workspace and their scopes. */
export const TokensView = () => {
  const [state, setState] = useUrlState(tokensQuery)
  const [made, setMade] = useState<string>()
  const [confirm, confirmation] = useConfirm()
  const { value, ...loaded } = useLoad(allTokens, [])
  const tokens = inOrder(value ?? [])
  const current = ownToken(tokens, session.value)
  const valid = tokens.filter(({ status }) => status === "valid")
  /** Asks before a token is revoked. The page logs out if it uses the token itself. */
  const revoke = (token: Token) => {
    const isCurrent = token === current
    confirm({
      title: `Revoke ${token.name}?`,
      verb: "Revoke",
      danger: true,
      act: () => call("DELETE /v1/tokens/:token_uuid", { params: { token_uuid: token.uuid } }),
      ...(!isCurrent && { done: `${token.name} is revoked.` }),
      onDone: isCurrent ? logOut : loaded.reload,
      children: (
        <>
          <p>
            {isCurrent
              ? "You are using this token. You will be logged out, and the token stops working for good."
              : "Applications that use it lose access within a second, for good."}
          </p>
          {token.bootstrap && (
            <p>This token is set in the server's configuration. Ask your administrator to remove it there too.</p>
          )}
        </>
      )
    })
  }
  return (
    <ListPage
      title="Tokens"
      total={{ of: value && valid.length, one: "# valid token", other: "# valid tokens" }}
      actions={
        <Button look="primary" icon="plus" onClick={() => setState({ ...state, making: true })}>
          New token
        </Button>
      }
      tools={
        tokens.length > valid.length && (
          <CheckField
            label={plural(tokens.length - valid.length, "Show # invalid token", "Show # invalid tokens")}
            value={state.old}
            onValue={(old) => setState({ ...state, old })}
          />
        )
      }
      pages={{ ...loaded, items: value && (state.old ? tokens : valid) }}
      dialogs={
        <>
          {state.making && (
            <TokenForm
              current={current}
              onClose={() => setState({ ...state, making: false })}
              onMade={(token) => {
                setMade(token)
                loaded.reload()
              }}
            />
          )}
          {confirmation}
          {made !== undefined && (
            <SecretDialog
              title="The new token"
              label="Token"
              note="Copy it now: it is shown only once. Anyone who has it can use its permissions."
              secret={made}
              onClose={() => setMade(undefined)}
            />
          )}
        </>
      }
    >
      {(rows) => (
        <Card flush>
          <Table caption="Tokens" columns={columnsOf(current, revoke)} rows={rows} rowKey={({ uuid }) => uuid} />
        </Card>
      )}
    </ListPage>
  )
}

const columnsOf = (current: Token | undefined, onRevoke: (token: Token) => void): ReadonlyArray<Column<Token>> => [
  {
    key: "name",
    title: "Name",
    cell: (token) => (
      <div class="tokens-name">
        <span>{token.name}</span>
        {token.prefix !== null && <code class="quiet">{`${token.prefix}…`}</code>}
        {token === current && <Badge tone="accent">This session</Badge>}
        {token.bootstrap && <Badge>Configured</Badge>}
        {token.status !== "valid" && <Badge tone="bad">{statusTitles[token.status]}</Badge>}
      </div>
    )
  },
  {
    key: "scopes",
    title: "Allows",
    cell: ({ scopes: allowed }) => (allowed.length === scopes.length ? "Everything" : allowed.join(", "))
  },
  { key: "used", title: "Last used", cell: ({ last_used_at }) => <Instant iso={last_used_at} /> },
  {
    key: "expires",
    title: "Expires",
    cell: ({ expires_at }) => (expires_at === null ? "Never" : <Instant iso={expires_at} />)
  },
  {
    key: "revoke",
    title: "Revoke",
    unseen: true,
    align: "end",
    cell: (token) =>
      token.status === "valid" && (
        <Button small aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
          Revoke
        </Button>
      )
  }
]
