/** A placeholder while content loads. It appears after 150 ms, so that fast loads don't flicker. */
export const Skeleton = ({ lines = 3 }: { readonly lines?: number }) => (
  <div class="skeleton" role="status" data-loading="">
    <span class="unseen">Loading</span>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} class="skeleton-line" aria-hidden="true" />
    ))}
  </div>
)
