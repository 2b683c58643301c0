/**
 * What background loops look for: published broadcasts whose check is due, those whose resolution is due, staged and
 * abandoned ones that are due, leases that expire, imports that are due, webhooks that are due or have new events, reports of channels, erasures
 * that are not done, or jobs that have not changed all their contacts.
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
  | "jobs"
