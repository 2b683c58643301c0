import { useEffect, useRef, useState } from "preact/hooks"
import { useAction } from "../../api/Load.ts"
import type { SearchBody } from "../ContactSearch.ts"
import type { Chosen } from "./Chosen.ts"
import { allPages } from "../../api/Pages.ts"
import { pagesFor } from "../ContactPages.ts"

/** Returns the selected uuids. If all found contacts are selected, reads every page before any contact is changed. */
export const uuidsOf = async (
  chosen: Chosen,
  conditions: SearchBody,
  signal: AbortSignal
): Promise<ReadonlyArray<string>> =>
  chosen.all ? (await allPages(pagesFor(conditions), signal)).map(({ uuid }) => uuid) : [...chosen.uuids]

/** Splits a list into batches of at most `size`. */
export const chunksOf = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

/** Runs an action on each item, several at a time, and reports progress. Stops at the first failure. */
export const forEach = async <A>(
  items: ReadonlyArray<A>,
  atOnce: number,
  act: (item: A) => Promise<unknown>,
  onDone: (done: number) => void
): Promise<void> => {
  let [next, done] = [0, 0]
  const work = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      await act(item)
      done += 1
      onDone(done)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

export interface Progressed {
  readonly done: number
  readonly total: number | undefined
}

const pause = 400

/** Polls a server job until it ends. */
export const untilOver = async <
  Job extends { readonly processed: number; readonly status: string; readonly total: number }
>(
  started: Job,
  ask: () => Promise<Job>,
  onProgress: (progress: Progressed) => void
): Promise<Job> => {
  for (let job = started; ; job = await ask()) {
    onProgress({ done: job.processed, total: job.total })
    if (job.status === "completed" || job.status === "failed") return job
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Runs a bulk action and tracks its progress. Closing its dialog stops it. */
export const useBulkRun = (
  act: (signal: AbortSignal, onProgress: (progress: Progressed) => void) => Promise<void>,
  onEnd: () => void
) => {
  const [progress, setProgress] = useState<Progressed>()
  const controller = useRef(new AbortController())
  useEffect(() => () => controller.current.abort(), [])
  const { refusal, run } = useAction(async () => {
    setProgress({ done: 0, total: undefined })
    try {
      await act(controller.current.signal, setProgress)
      onEnd()
    } finally {
      setProgress(undefined)
    }
  })
  return { run, progress, refusal }
}
