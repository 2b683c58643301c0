import { call } from "../../api/Client.ts"
import { Refusal } from "../../api/Refusal.ts"
import type { SearchBody } from "../ContactSearch.ts"
import { chunksOf, type Progressed, untilOver } from "./BulkRun.ts"
import type { Chosen } from "./Chosen.ts"

/** The API's maximum number of contacts in a job. */
const atOnce = 100

/** Opts contacts out or in with server jobs, and returns how many contacts have no address. */
export const runOptOutJobs = async (
  action: "opt_out" | "opt_in",
  chosen: Chosen,
  conditions: SearchBody,
  signal: AbortSignal,
  onProgress: (progress: Progressed) => void
): Promise<number> => {
  const jobs = chosen.all
    ? [{ search: conditions }]
    : chunksOf([...chosen.uuids], atOnce).map((contact_uuids) => ({ contact_uuids }))
  let [before, refused] = [0, 0]
  for (const of of jobs) {
    const started = await call("POST /v1/opt-outs/jobs", { body: { action, ...of }, signal })
    const params = { job_uuid: started.uuid }
    const over = await untilOver(
      started,
      () => call("GET /v1/opt-outs/jobs/:job_uuid", { params, signal }),
      ({ done, total }) => onProgress({ done: before + done, total: chosen.all ? total : chosen.uuids.size })
    )
    if (over.status === "failed") throw new Refusal(409, "The search is no longer valid. Earlier changes stay.")
    before += over.processed
    refused += over.refused
  }
  return refused
}
