import { useEffect, useRef, useState } from "preact/hooks"
import { asRefusal } from "../../api/Load.ts"
import type { Refusal } from "../../api/Refusal.ts"
import type { SearchBody } from "../ContactSearch.ts"
import type { Chosen } from "./Chosen.ts"
import { allPages } from "../../api/Pages.ts"
import { pagesFor } from "../ContactPages.ts"

/** The uuids that are chosen. All that a search finds are read page by page, before any of them is changed. */
export const uuidsOf = async (
  chosen: Chosen,
  conditions: SearchBody,
  signal: AbortSignal
): Promise<ReadonlyArray<string>> =>
  chosen.all ? (await allPages(pagesFor(conditions), signal)).map(({ uuid }) => uuid) : [...chosen.uuids]

/** Parts of a list, each of at most `size`. */
export const chunksOf = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

/** Does something to each of the items, some at a time, and says how many are done. The first failure ends it. */
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

/** Asks how far a job of the server is until it ends. */
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

/** Something that is done to many contacts, with how far it is. Closing its dialog stops it. */
export const useBulkRun = (
  act: (signal: AbortSignal, onProgress: (progress: Progressed) => void) => Promise<void>,
  onEnd: () => void
) => {
  const [progress, setProgress] = useState<Progressed>()
  const [refusal, setRefusal] = useState<Refusal>()
  const controller = useRef(new AbortController())
  useEffect(() => () => controller.current.abort(), [])
  const run = async () => {
    if (progress !== undefined) return
    setRefusal(undefined)
    setProgress({ done: 0, total: undefined })
    const { signal } = controller.current
    try {
      await act(signal, setProgress)
      onEnd()
    } catch (error) {
      if (!signal.aborted) setRefusal(asRefusal(error))
    }
    setProgress(undefined)
  }
  return { run, progress, refusal }
}
