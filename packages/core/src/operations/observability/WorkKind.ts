/**
 * The kinds of work that background loops look for:
 *
 * - `broadcasts`: published broadcasts whose check is due
 * - `resolutions`: broadcasts whose resolution is due
 * - `staged`: staged and abandoned broadcasts that are due
 * - `leases`: leases that expire
 * - `imports`: imports that are due
 * - `webhooks`: webhooks that are due or have new events
 * - `inbox`: channel reports
 * - `erasures`: unfinished erasures
 * - `jobs`: jobs with contacts left to change
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
