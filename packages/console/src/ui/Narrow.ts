import { signal } from "@preact/signals"

const query = matchMedia("(width < 48rem)")

/** Whether the window is as narrow as a phone: where another layout needs other elements, and not other styles alone. */
export const narrow = signal(query.matches)

query.addEventListener("change", ({ matches }) => {
  narrow.value = matches
})
