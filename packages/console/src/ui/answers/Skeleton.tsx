/** Keeps the room of what is being loaded. It is drawn after 150 ms: what loads faster does not flicker. */
export const Skeleton = ({ lines = 3 }: { readonly lines?: number }) => (
  <div class="skeleton" role="status" data-loading="">
    <span class="unseen">Loading</span>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} class="skeleton-line" aria-hidden="true" />
    ))}
  </div>
)
