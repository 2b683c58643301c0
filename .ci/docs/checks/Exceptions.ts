/**
 * Names that pages may have although nothing here has them, by the reason. With a page and a colon before it a name is
 * allowed there alone.
 */
export type Exceptions = Readonly<Record<string, ReadonlyArray<string>>>

const allows = (exception: string, page: string, name: string): boolean =>
  exception === name || exception === `${page}: ${name}`

/** Whether a page may have a name. */
export const isExcepted = (exceptions: Exceptions, page: string, name: string): boolean =>
  Object.values(exceptions).some((names) => names.some((exception) => allows(exception, page, name)))

/** The exceptions that no page needs. */
export const unusedExceptions = (
  exceptions: Exceptions,
  found: ReadonlyArray<{ readonly page: string; readonly name: string }>
): ReadonlyArray<string> =>
  Object.values(exceptions)
    .flat()
    .filter((exception) => !found.some(({ name, page }) => allows(exception, page, name)))

export const exceptions: Exceptions = {
  "variables of the tests": [
    "ROLLCALL_PLANS",
    "ROLLCALL_SEQUENCES",
    "ROLLCALL_HISTORIES",
    "ROLLCALL_PEOPLE",
    "ROLLCALL_IMPORTS",
    "ROLLCALL_KILLS",
    "ROLLCALL_SEED",
    "ROLLCALL_TEST_POSTGRES_URL"
  ],
  "options of the bench and of the soak": ["--growth", "--quick"],
  "options of npm create rollcall": [
    "packages/create-rollcall/README.md: --channel",
    "packages/create-rollcall/README.md: --host",
    "packages/create-rollcall/README.md: --language",
    "packages/create-rollcall/README.md: --store"
  ],
  "options of other programs": [
    "--default-non-nullable",
    "--disable-proto",
    "--extension",
    "--max-semi-space-size",
    "--profile"
  ],
  "names of Postgres, of its pooler and of its driver": [
    "ignore_startup_parameters",
    "max_connections",
    "pg_repack",
    "pg_stats",
    "pg_total_relation_size",
    "pg_wal",
    "query_timeout",
    "query_wait_timeout"
  ],
  "names of other products": [
    "docs/how-to/from-listmonk.md: subscription_status",
    "docs/tutorials/first-whatsapp-broadcast.md: spring_offer",
    "docs/tutorials/first-whatsapp-broadcast.md: subscribed_apps",
    "docs/tutorials/first-whatsapp-broadcast.md: whatsapp_business_management",
    "docs/tutorials/first-whatsapp-broadcast.md: whatsapp_business_messaging"
  ],
  "names that are refused": [
    "docs/reference/decisions.md: client_unique_id",
    "docs/reference/decisions.md: dry_run",
    "docs/reference/decisions.md: first_nam",
    "docs/reference/decisions.md: idempotency_key"
  ],
  "an engine, and no rule": ["V8"]
}
