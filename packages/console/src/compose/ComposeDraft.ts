import { useEffect, useRef, useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { pathTo } from "../shell/Place.ts"
import { useDraft } from "../ui/forms/Draft.ts"
import { type Draft, emptyDraft, readDraft } from "./draft/Draft.ts"
import { readHanded } from "./draft/Query.ts"
import { browserZone } from "./start/Zone.ts"

/** The draft of the composer, with what other views hand over in the URL. */
export const useComposeDraft = () => {
  const [initial] = useState(() => emptyDraft(browserZone()))
  const kept = useDraft("compose", initial, readDraft)
  const latest = useRef(kept.value)
  latest.current = kept.value
  const { route, url } = useLocation()

  const set = (draft: Draft) => {
    latest.current = draft
    kept.set(draft)
  }
  const update = (change: Partial<Draft>) => set({ ...latest.current, ...change })
  const startOver = () => set(emptyDraft(browserZone()))

  // What is handed over is taken once: a reload keeps what is typed afterwards.
  useEffect(() => {
    const handed = readHanded(new URLSearchParams(url.split("?", 2)[1] ?? ""))
    if (handed === undefined) return
    if (handed.include.length > 0) update({ who: "audience", include: handed.include })
    route(pathTo("compose"), true)
  }, [url])

  return { draft: kept.value, update, startOver, discard: kept.discard }
}
