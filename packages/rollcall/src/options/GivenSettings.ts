// Written by `npm run docs` from the settings of core.
/** Settings for checking access tokens. */
interface AccessTokenSettings {
  /**
   * How long a valid token is cached, at most 1 second. A revocation by another process takes effect after this time.
   * Zero disables the cache. Default: 1 second.
   */
  readonly rememberFor?: number | string | undefined
}

/** Settings for resolving audiences. Processes that share a store should use the same settings. */
interface AudienceSettings {
  /** The largest audience that is resolved during the request, in contacts. Default: 10,000. */
  readonly inRequest?: number | undefined
  /** The largest audience, in contacts. Default: 1,000,000. */
  readonly maxContacts?: number | undefined
  /**
   * The number of audiences that each process resolves at a time, in addition to audiences resolved in requests.
   * Default: 2.
   */
  readonly workers?: number | undefined
  /**
   * How often each process claims broadcasts to resolve, if the store can't report when they are due. Default: 500
   * milliseconds.
   */
  readonly sweepEvery?: number | string | undefined
  /**
   * How long after its last step another worker may take over a resolution, in case its worker died. Default: 1 minute.
   */
  readonly dueAfter?: number | string | undefined
  /** The number of attempts to resolve an audience before its broadcast fails. Default: 100. */
  readonly maxAttempts?: number | undefined
}

/** Settings for storing contacts. Processes that share a store should use the same settings. */
interface ContactSettings {
  /**
   * Whether identifiers in requests must be unique in the workspace. Stored identifiers are unaffected. Default: false.
   */
  readonly uniqueIdentifiers?: boolean | undefined
}

/** Settings for dispatching broadcasts. Processes that share a store should use the same settings. */
interface DispatchSettings {
  /** The token bucket of each sender. Default: `perSecond` 80, `burst` 80. */
  readonly rate?: { readonly perSecond: number; readonly burst: number } | undefined
  /** The number of workers of a process that may work on one broadcast at a time. Default: 2. */
  readonly workersPerBroadcast?: number | undefined
  /**
   * The maximum number of groups of sends in flight per process, across all broadcasts. One workspace gets at most a
   * half of them, one sender at most a quarter. Default: 512.
   */
  readonly groupsAtOnce?: number | undefined
  /**
   * The number of deliveries that a worker claims at a time. If it exceeds `concurrency`, each further group costs
   * another statement to mark. Default: 400.
   */
  readonly chunk?: number | undefined
  /**
   * The number of sends in a group, which a worker marks and begins together. Limited by the sender's token bucket.
   * After a cancel or a pause, up to `workersPerBroadcast` groups per process may be in flight for a broadcast; after a
   * crash, their outcomes are unknown. Default: 400.
   */
  readonly concurrency?: number | undefined
  /**
   * How long a worker's claim on a delivery lasts, and at most a send. A send without a response after half of this
   * time counts as lost. Default: 1 minute.
   */
  readonly lease?: number | string | undefined
  /**
   * How long a stopping process waits for responses to its sends. A send without a response by then counts as lost.
   * Default: 5 seconds.
   */
  readonly grace?: number | string | undefined
  /** How often each process looks for due work, if the store can't report when it is due. Default: 500 milliseconds. */
  readonly sweepEvery?: number | string | undefined
  /** How long until a broadcast is due again if its workers stopped responding. Default: 30 seconds. */
  readonly nextCheckAfter?: number | string | undefined
  /** How long a job works before it queues its successor, which any process may take. Default: 5 seconds. */
  readonly jobTime?: number | string | undefined
  /** The maximum number of retries after transient errors. Default: 3. */
  readonly retries?: number | undefined
  /**
   * The wait before the first retry. Each further wait is twice as long, plus up to 50 percent at random. Default: 1
   * second.
   */
  readonly retryAfter?: number | string | undefined
  /**
   * What to do about a delivery with an unknown outcome: `wait` for a receipt, `resend` (the recipient may get the
   * message twice), or `give-up`. Default: `wait`.
   */
  readonly onUnknown?: "wait" | "resend" | "give-up" | undefined
  /** How long a delivery receipt with an unknown message id is kept. Default: 30 days. */
  readonly keepUnmatchedFor?: number | string | undefined
  /** How long an idempotency key is stored. After that, a request with the key is new. Default: 30 days. */
  readonly keepKeysFor?: number | string | undefined
  /**
   * How long the recipients of a broadcast are kept after it is over; null for no limit. Its counters are always kept.
   * Default: null.
   */
  readonly keepRecipientsFor?: number | string | null | undefined
}

/** Settings for writing and keeping events. Processes that share a store should use the same settings. */
interface EventSettings {
  /** Whether to write recipient events. They add one row for each step of each message. Default: false. */
  readonly recipients?: boolean | undefined
  /** How long events are kept. Default: 7 days. */
  readonly keepFor?: number | string | undefined
  /** How often a stream polls for new events, if its store doesn't report them. Default: 500 milliseconds. */
  readonly pollEvery?: number | string | undefined
}

/** Settings for applying rows. Processes that share a store should use the same settings. */
interface ImportSettings {
  /** The number of rows that one transaction applies. Default: 300. */
  readonly batch?: number | undefined
  /** The number of imports that each process works on at a time. Default: 3. */
  readonly workers?: number | undefined
  /**
   * The interval between claims of due imports in each process if the store doesn't know when the next import is due.
   * Default: 500 milliseconds.
   */
  readonly sweepEvery?: number | string | undefined
  /**
   * How long after an import's last batch any worker may claim the import, in case its worker has died. Default: 10
   * seconds.
   */
  readonly nextCheckAfter?: number | string | undefined
  /** How long a job runs before it queues its successor, so that other imports get their turn. Default: 5 seconds. */
  readonly jobTime?: number | string | undefined
  /** How long the rows of an import are kept after the import has ended. The counts are kept. Default: 30 days. */
  readonly keepRowsFor?: number | string | undefined
}

/** Settings for processing channel reports. Processes that share a store should use the same settings. */
interface InboxSettings {
  /**
   * The words that opt a person out, in a short message or on a button. Null uses Rollcall's lists for each language.
   * Case, punctuation and white space don't matter. Default: null.
   */
  readonly stopWords?: ReadonlyArray<string> | null | undefined
  /** How long a person's message is kept, and a report that can't be applied. Default: 30 days. */
  readonly keepMessagesFor?: number | string | undefined
  /** How often each process looks for reports, if the store can't tell when they arrive. Default: 500 milliseconds. */
  readonly sweepEvery?: number | string | undefined
  /** How long until a report is processed again if its process died or failed. Default: 1 minute. */
  readonly retryAfter?: number | string | undefined
}

/** Limits on the searches of a process, which leave capacity for other work. */
interface SearchSettings {
  /** The time after which a search is stopped. Default: 5 seconds. */
  readonly deadline?: number | string | undefined
  /**
   * The maximum number of slow searches that run at a time. Only one of the slow searches may have more than ten
   * conditions. At least two searches run, even if the setting is 1. Quick searches do not count. A connection pool
   * should have at least two connections more than this number. Default: 3.
   */
  readonly atOnce?: number | undefined
  /** How long a search waits for other searches before it fails. Default: 1 second. */
  readonly longestWait?: number | string | undefined
}

/** Settings for sending events to webhooks. Processes that share a store should use the same settings. */
interface WebhookSettings {
  /**
   * Whether requests may use http and go to private, loopback, link-local and other special addresses. For tests, and
   * for networks where everyone who can create a webhook may reach every host. Default: false.
   */
  readonly allowPrivateAddresses?: boolean | undefined
  /**
   * The number of webhooks that each process works on at a time, plus the same number of webhooks that failed last
   * time. One workspace gets at most a quarter of them, but at least one. Default: 32.
   */
  readonly workers?: number | undefined
  /** Concurrent requests to one endpoint, each for a different entity. Default: 10. */
  readonly concurrency?: number | undefined
  /** The number of events read at a time. Default: 100. */
  readonly chunk?: number | undefined
  /**
   * The maximum number of entities that may wait for a retry. Beyond that, the endpoint gets no new events. Default:
   * 20.
   */
  readonly maxWaiting?: number | undefined
  /** The timeout of a request. Default: 15 seconds. */
  readonly timeout?: number | string | undefined
  /** The wait before the first retry. It doubles with each further retry. Default: 5 seconds. */
  readonly retryAfter?: number | string | undefined
  /** The longest wait before a retry, even if an endpoint asks for a longer wait. Default: 1 hour. */
  readonly longestRetryAfter?: number | string | undefined
  /** How long an event is retried before its webhook is disabled. Default: 25 hours. */
  readonly giveUpAfter?: number | string | undefined
  /** How long the previous secret still signs after a rotation. Default: 1 day. */
  readonly keepPreviousSecretFor?: number | string | undefined
  /**
   * How long a process may be silent before another process takes over. Longer than `jobTime` and `timeout`. Default: 1
   * minute.
   */
  readonly lease?: number | string | undefined
  /** How long a process works on one webhook before other webhooks get their turn. Default: 10 seconds. */
  readonly jobTime?: number | string | undefined
  /**
   * How often each process claims due webhooks, if the store can't report when they are due. Default: 500 milliseconds.
   */
  readonly sweepEvery?: number | string | undefined
}

/** Rollcall's settings. A duration is a number of milliseconds or a string such as `60 seconds`. An absent setting has its default. */
export interface RollcallSettings {
  /** Settings for checking access tokens. */
  readonly accessTokens?: AccessTokenSettings | undefined
  /** Settings for resolving audiences. Processes that share a store should use the same settings. */
  readonly audiences?: AudienceSettings | undefined
  /** Settings for storing contacts. Processes that share a store should use the same settings. */
  readonly contacts?: ContactSettings | undefined
  /** Settings for dispatching broadcasts. Processes that share a store should use the same settings. */
  readonly dispatch?: DispatchSettings | undefined
  /** Settings for writing and keeping events. Processes that share a store should use the same settings. */
  readonly events?: EventSettings | undefined
  /** Settings for applying rows. Processes that share a store should use the same settings. */
  readonly imports?: ImportSettings | undefined
  /** Settings for processing channel reports. Processes that share a store should use the same settings. */
  readonly inbox?: InboxSettings | undefined
  /** Limits on the searches of a process, which leave capacity for other work. */
  readonly search?: SearchSettings | undefined
  /** Settings for sending events to webhooks. Processes that share a store should use the same settings. */
  readonly webhooks?: WebhookSettings | undefined
}
