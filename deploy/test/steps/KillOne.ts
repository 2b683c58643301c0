import { childrenOf } from "../container/Container.ts"
import { countContacts, startLoad, until } from "../Load.ts"
import { require, type Step } from "../Step.ts"

/** Kills one of the processes under load. Another process must replace it, and no confirmed contact may be lost. */
export const killOne: Step = {
  name: "one process of two is killed under load",
  run: async ({ proxy, server }) => {
    const before = await countContacts(proxy)
    const members = childrenOf(server.first)
    const [killed = 0] = members
    require(members.length === 2, "the processes", members)
    const load = startLoad(proxy)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    process.kill(killed, "SIGKILL")
    const replacedIn = await until("another process serves", () => {
      const now = childrenOf(server.first)
      return now.length === 2 && !now.includes(killed)
    })
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    const { created, longestPause, others } = await load.stop()
    const stored = (await countContacts(proxy)) - before
    const unanswered = Object.values(others).reduce((sum, each) => sum + each, 0)
    require(created > 0 && stored >= created && stored <= created + unanswered, "the contacts", {
      stored,
      created,
      others
    })
    // Only the killed process's running requests fail, because the other process continues.
    require(unanswered <= 8, "the requests without an answer of the server", others)
    return [
      `replaced after ${replacedIn} ms, longest time without an answer ${longestPause} ms`,
      `${created} contacts answered and ${stored} stored; not answered by the server: ${JSON.stringify(others)}`
    ]
  }
}
