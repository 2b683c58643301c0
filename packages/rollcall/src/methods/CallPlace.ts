/** Returns the place where a running function was called. */
export const placeOf = (running: (...input: never) => unknown): { readonly stack?: string } => {
  const place: { readonly stack?: string } = {}
  Error.captureStackTrace(place, running)
  return place
}
