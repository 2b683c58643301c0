import { Effect, Result, Stream } from "effect"
import { PhoneNumbers } from "../../../people/contacts/Identifiers.ts"
import type { WorkspaceUuid } from "../../../shared/Ids.ts"
import { InvalidInput, issue } from "../../../shared/Issue.ts"
import type { ReasonCounts } from "../acceptance/Acceptance.ts"
import type { ExpectedRecipients } from "../audience/AudienceRequest.ts"
import type { SelectedContact } from "../audience/AudienceStore.ts"
import type { AudienceWalks } from "../audience/AudienceWalks.ts"
import type { AudiencePlan } from "../audience/JudgeAudience.ts"
import { contactWarningOf, type RecipientWarning } from "../Recipient.ts"
import { AudienceSettings } from "./AudienceSettings.ts"
import { type JudgedContact, makeContactReader, type ReadContact } from "./JudgeContacts.ts"

/** The number of contacts that one step reads, checks and stores. Other SQLite writers wait until the step ends. */
const contactsAtOnce = 1_000

/** The number of contacts read before other fibers run, a few milliseconds of work. */
const sliceSize = 100

/** A group of contacts that are checked together, and the number of the audience's contacts before them. */
export interface ReadStep {
  readonly contacts: ReadonlyArray<ReadContact>
  readonly before: number
}

/**
 * Reads the contacts of an audience from one snapshot, and passes them to `take` in order, in steps. With a concurrency of
 * two, a step may start before the previous step is done.
 */
export const forEachStep = Effect.fnUntraced(function* <E, R, E2>(
  walk: (
    ...walked: Parameters<AudienceWalks["Service"]["inRequest"]>
  ) => Stream.Stream<ReadonlyArray<SelectedContact>, E2>,
  workspace: WorkspaceUuid,
  { audience, found, selection, textOf }: AudiencePlan,
  take: (step: ReadStep) => Effect.Effect<void, E, R>,
  concurrency: 1 | 2 = 1
) {
  const read = makeContactReader(audience, found, textOf, yield* PhoneNumbers)
  let before = 0
  const readStep = Effect.fnUntraced(function* (selected: ReadonlyArray<SelectedContact>) {
    const contacts: Array<ReadContact> = []
    for (let from = 0; from < selected.length; from += sliceSize) {
      for (const contact of selected.slice(from, from + sliceSize)) contacts.push(read(contact))
      yield* Effect.yieldNow
    }
    const step: ReadStep = { contacts, before }
    before += contacts.length
    return step
  })
  yield* walk(workspace, selection, contactsAtOnce).pipe(
    Stream.mapEffect(readStep),
    Stream.mapEffect(take, { concurrency }),
    Stream.runDrain
  )
})

/** Fails if an audience is larger than the settings allow. */
export const checkSize = Effect.fnUntraced(function* (contacts: number) {
  const { maxContacts } = yield* AudienceSettings
  const message = `has ${contacts} contacts. At most ${maxContacts} can be reached`
  yield* InvalidInput.refuse(contacts > maxContacts ? [issue("too_long", ["audience"], message)] : [])
})

/** Counts the contacts and recipients of an audience, and collects the first warnings. */
export class AudienceTally {
  contacts = 0
  recipients = 0
  readonly warnings: Array<RecipientWarning> = []
  private readonly counts = new Map<string, number>()
  private readonly maxWarnings: number

  constructor(maxWarnings: number) {
    this.maxWarnings = maxWarnings
  }

  add(contacts: ReadonlyArray<JudgedContact>): void {
    for (const { contact, identifier, reading } of contacts) {
      this.contacts++
      if (Result.isSuccess(reading)) {
        this.recipients++
        continue
      }
      const [{ reason }] = reading.failure
      this.counts.set(reason, (this.counts.get(reason) ?? 0) + 1)
      if (this.warnings.length < this.maxWarnings) {
        this.warnings.push(contactWarningOf({ identifier, contact, problems: reading.failure }))
      }
    }
  }

  get exclusions(): ReasonCounts {
    return Object.fromEntries(this.counts)
  }
}

/** Fails if the number of recipients differs from the expected number. */
export const checkExpected = (expect: ExpectedRecipients | null, recipients: number) => {
  if (expect === null || Math.abs(recipients - expect.recipients) <= (expect.tolerance ?? 0)) return Effect.void
  const tolerance = expect.tolerance ? ` with a tolerance of ${expect.tolerance}` : ""
  const message = `${recipients} recipients would be reached, but ${expect.recipients} are expected${tolerance}`
  return Effect.fail(new InvalidInput({ issues: [issue("value_error", ["expect", "recipients"], message)] }))
}
