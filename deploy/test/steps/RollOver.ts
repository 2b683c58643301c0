import { childrenOf } from "../container/Container.ts"
import { countContacts, startLoad, until } from "../Load.ts"
import { require, type Step } from "../Step.ts"

/** Replaces every process under load with SIGHUP. No request may be refused. */
export const rollOver: Step = {
  name: "a rolling restart under load",
  run: async ({ proxy, server }) => {
    const before = await countContacts(proxy)
    const old = childrenOf(server.first)
    const load = startLoad(proxy)
    await new Promise((resolve) => setTimeout(resolve, 500))
    process.kill(server.first, "SIGHUP")
    const rolledIn = await until("every process is replaced", () => {
      const now = childrenOf(server.first)
      return now.length === old.length && !now.some((pid) => old.includes(pid))
    })
    const { created, longestPause, others } = await load.stop()
    const stored = (await countContacts(proxy)) - before
    require(created > 0 && Object.keys(others).length === 0 && stored === created, "the contacts", {
      stored,
      created,
      others
    })
    return [
      `in ${rolledIn} ms, longest time without an answer ${longestPause} ms`,
      `${created} contacts answered and stored, none refused`
    ]
  }
}
