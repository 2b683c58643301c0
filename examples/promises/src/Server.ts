import { createRollcall } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"

// #region fetch
/** The host's users, by their session cookie. */
const sessions: Readonly<Record<string, { readonly id: string; readonly clinic: string }>> = {
  "session=1": { id: "user_1", clinic: "North Clinic" }
}

export const openServer = () =>
  createRollcall({
    storage: memory(),
    channel: simulator(),
    http: {
      prefix: "/rollcall",
      authorize: (request) => {
        const user = sessions[request.headers.get("cookie") ?? ""]
        return user === undefined ? null : { workspace: user.clinic, actor: user.id }
      }
    },
    settings: { dispatch: { rate: { perSecond: 20, burst: 20 }, lease: "90 seconds" } },
    log: (level, message, fields) => process.stderr.write(`${level}: ${message} ${JSON.stringify(fields)}\n`)
  })
// #endregion
