import { useEffect, useRef, useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { call } from "../api/Client.ts"
import { useLoad } from "../api/Load.ts"
import { pathTo } from "../api/Place.ts"
import { useDraft } from "../ui/forms/Draft.ts"
import { toast } from "../ui/overlays/Toast.tsx"
import { againOf, isCut } from "./draft/Again.ts"
import { type Draft, emptyDraft, isSameDraft, readDraft } from "./draft/Draft.ts"
import { readHanded } from "./draft/Query.ts"
import type { ListedTemplate } from "./preview/Template.ts"
import { browserZone } from "../zones/Zone.ts"

/** Returns the draft of the composer, with values that other views pass in the URL. */
export const useComposeDraft = (templates: ReadonlyArray<ListedTemplate> | undefined) => {
  const [initial] = useState(() => emptyDraft(browserZone()))
  const stored = useDraft("compose", initial, readDraft, isSameDraft)
  const latest = useRef(stored.value)
  latest.current = stored.value
  const { route, url } = useLocation()

  const set = (draft: Draft) => {
    latest.current = draft
    stored.set(draft)
  }
  const update = (change: Partial<Draft>) => set({ ...latest.current, ...change })
  /** Replaces the draft, and offers to undo that. */
  const replace = (draft: Draft, message: string) => {
    const before = latest.current
    set(draft)
    if (!isSameDraft(before, emptyDraft(before.zone))) {
      toast(message, { title: "Undo", run: () => set(before) })
    }
  }
  const startOver = () => replace(emptyDraft(browserZone()), "The draft is cleared.")

  // Values from the URL are taken once: after a reload, later edits stay.
  const prefill = readHanded(new URLSearchParams(url.split("?", 2)[1] ?? ""))
  const again = prefill?.again ?? null
  const earlier = useLoad(
    async (signal) =>
      again === null ? undefined : await call("GET /broadcasts/:uuid", { params: { uuid: again }, signal }),
    [again]
  )
  useEffect(() => {
    if (prefill === undefined || again !== null) return
    const given: Draft = { ...latest.current, who: "audience", include: prefill.include }
    if (latest.current.include.length > 0) replace(given, "This replaced your earlier draft.")
    else set(given)
    route(pathTo("compose"), true)
  }, [url])
  useEffect(() => {
    const found = earlier.value
    if (again === null || templates === undefined || found?.uuid !== again) return
    replace({ ...emptyDraft(browserZone()), ...againOf(found, templates) }, "This replaced your earlier draft.")
    if (found.audience_request !== null && isCut(found.audience_request))
      toast("The earlier broadcast has too many single contacts to copy. Choose the recipients again.")
    route(pathTo("compose"), true)
  }, [again, templates, earlier.value])

  return { draft: stored.value, update, startOver, discard: stored.discard, refusal: earlier.refusal }
}
