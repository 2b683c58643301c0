/**
 * What background loops look for: published broadcasts whose check is due, those whose resolution is due, staged and
 * abandoned ones that are due, leases that expire, imports that are due, webhooks that are due or have new events, reports of channels, erasures
 * that are not done, or searches whose contacts are not all added to a list.
 */
export type WorkKind =
  | "broadcasts"
  | "resolutions"
  | "staged"
  | "leases"
  | "imports"
  | "webhooks"
  | "inbox"
  | "erasures"
  | "additions"
