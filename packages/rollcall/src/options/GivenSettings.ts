// Written by `npm run docs` from the settings of core.
/** How access tokens are checked. */
interface AccessTokenSettings {
  /**
   * How long a valid token is remembered before the store is asked again, at most a second: so much later does a
   * revocation by another process count. With zero the store is asked each time. Default: 1 second.
   */
  readonly rememberFor?: number | string | undefined
}

/** How audiences are resolved. Processes that share a store should agree on it. */
interface AudienceSettings {
  /** The largest audience that is resolved before its request is answered, in contacts. Default: 10,000. */
  readonly inRequest?: number | undefined
  /** The largest audience, in contacts. Default: 1,000,000. */
  readonly maxContacts?: number | undefined
  /** How many audiences each process resolves at a time, besides those of requests. Default: 2. */
  readonly workers?: number | undefined
  /**
   * How often each process claims broadcasts whose audience is to be resolved, if the store does not know when one is.
   * Default: 500 milliseconds.
   */
  readonly sweepEvery?: number | string | undefined
  /** How long after its last step a resolution is due for any worker, if its worker has died. Default: 1 minute. */
  readonly dueAfter?: number | string | undefined
  /** How often a resolution is begun before its broadcast fails. Default: 100. */
  readonly maxAttempts?: number | undefined
}

/** How contacts are stored. Processes that share a store should agree on it. */
interface ContactSettings {
  /**
   * Whether a request can set an identifier only if no other contact has it. What is stored already stays. Default:
   * false.
   */
  readonly uniqueIdentifiers?: boolean | undefined
}

/** How broadcasts are dispatched. Processes that share a store should agree on it. */
interface DispatchSettings {
  /** The token bucket of each sender. Default: `perSecond` 80, `burst` 80. */
  readonly rate?: { readonly perSecond: number; readonly burst: number } | undefined
  /** How many workers of a process work on one broadcast at a time. Default: 2. */
  readonly workersPerBroadcast?: number | undefined
  /**
   * How many groups of sends a process has in flight at most, over all broadcasts: of one workspace at most a half of
   * them, of one sender at most a quarter. Default: 512.
   */
  readonly groupsAtOnce?: number | undefined
  /**
   * How many deliveries a worker claims at a time. With more than `concurrency` the rest is marked as being sent group
   * by group, which costs a statement more. Default: 400.
   */
  readonly chunk?: number | undefined
  /**
   * How many sends a worker begins at once: a group, which is marked as being sent immediately before. It has no more
   * than the token bucket of its sender holds. At most `workersPerBroadcast` such groups of a process on a broadcast
   * may be in flight after a cancel or a pause, and are unknown after a crash. Default: 400.
   */
  readonly concurrency?: number | undefined
  /**
   * How long a claim lasts, and from its beginning a send. A send without a response after half of it counts as lost.
   * Default: 1 minute.
   */
  readonly lease?: number | string | undefined
  /**
   * How long a process that stops waits for the responses to what it has sent. A send without a response by then counts
   * as lost. Default: 5 seconds.
   */
  readonly grace?: number | string | undefined
  /**
   * How often each process looks for work that is due, if the store does not know when that is. Default: 500
   * milliseconds.
   */
  readonly sweepEvery?: number | string | undefined
  /** After how long a broadcast is due again if its workers fell silent. Default: 30 seconds. */
  readonly nextCheckAfter?: number | string | undefined
  /** How long a job works before it offers its successor, which any process may take. Default: 5 seconds. */
  readonly jobTime?: number | string | undefined
  /** The most retries after a transient error. Default: 3. */
  readonly retries?: number | undefined
  /**
   * How long the first retry waits; each further one waits twice as long, with up to a half more at random. Default: 1
   * second.
   */
  readonly retryAfter?: number | string | undefined
  /**
   * What to do about a delivery with an unknown outcome: `wait` for a receipt, `resend`, by which a recipient may get
   * the message twice, or `give-up`. Default: `wait`.
   */
  readonly onUnknown?: "wait" | "resend" | "give-up" | undefined
  /** How long a delivery receipt with an unknown message id is kept. Default: 30 days. */
  readonly keepUnmatchedFor?: number | string | undefined
  /** How long an idempotency key is remembered: a request with it is a new one afterwards. Default: 30 days. */
  readonly keepKeysFor?: number | string | undefined
  /**
   * How long the recipients of a broadcast are kept after it is over; null for ever. Its counters stay. Default: null.
   */
  readonly keepRecipientsFor?: number | string | null | undefined
}

/** How events are written and kept. Processes that share a store should agree on it. */
interface EventSettings {
  /** Whether there are events of recipients: each is a row more for each step of each message. Default: false. */
  readonly recipients?: boolean | undefined
  /** How long an event is kept. Default: 7 days. */
  readonly keepFor?: number | string | undefined
  /** How often a stream looks for new events, if its store does not report them. Default: 500 milliseconds. */
  readonly pollEvery?: number | string | undefined
}

/** How rows are applied. Processes that share a store should agree on it. */
interface ImportSettings {
  /** How many rows are applied in one transaction. Default: 300. */
  readonly batch?: number | undefined
  /** How many imports each process works on at a time. Default: 3. */
  readonly workers?: number | undefined
  /**
   * How often each process claims imports that are due, if the store does not know when that is. Default: 500
   * milliseconds.
   */
  readonly sweepEvery?: number | string | undefined
  /** How long after its last batch an import is due for any worker, if its worker has died. Default: 10 seconds. */
  readonly nextCheckAfter?: number | string | undefined
  /** How long a job works before it offers its successor, so that other imports have their turn. Default: 5 seconds. */
  readonly jobTime?: number | string | undefined
  /** How long the rows of an import are kept after it is over. Its counts stay. Default: 30 days. */
  readonly keepRowsFor?: number | string | undefined
}

/** How what channels report is processed. Processes that share a store should agree on it. */
interface InboxSettings {
  /**
   * The words that opt a person out, in a short message or on a button. They replace Rollcall's lists for each
   * language. Null keeps those lists. Case, punctuation and white space make no difference. Default: null.
   */
  readonly stopWords?: ReadonlyArray<string> | null | undefined
  /** How long a message of a person is kept, and a report that cannot be applied. Default: 30 days. */
  readonly keepMessagesFor?: number | string | undefined
  /** How often each process looks for reports, if the store does not know when there are. Default: 500 milliseconds. */
  readonly sweepEvery?: number | string | undefined
  /**
   * After how long a report is processed again that its process did not apply, because it died or failed. Default: 1
   * minute.
   */
  readonly retryAfter?: number | string | undefined
}

/** How much a process spends on searches, so that other work has its share. */
interface SearchSettings {
  /** The longest time that a search may run. It is stopped then. Default: 5 seconds. */
  readonly deadline?: number | string | undefined
  /**
   * How many searches run at a time, one of them with more than ten conditions; at least two. Quick searches do not
   * count. A pool of connections to the store should have two more than this. Default: 3.
   */
  readonly atOnce?: number | undefined
  /** How long a search waits for others to end before it fails. Default: 1 second. */
  readonly longestWait?: number | string | undefined
}

/** How events are sent to webhooks. Processes that share a store should agree on it. */
interface WebhookSettings {
  /**
   * Whether requests may go to private, loopback, link-local and other special addresses, and without TLS. It is for
   * tests, and for networks where everyone who may create a webhook may reach everything. Default: false.
   */
  readonly allowPrivateAddresses?: boolean | undefined
  /**
   * How many webhooks each process works on at a time, and as many again that failed last time. A quarter of them, but
   * at least one, may be of one workspace. Default: 32.
   */
  readonly workers?: number | undefined
  /** How many requests are under way to one endpoint, each about another entity. Default: 10. */
  readonly concurrency?: number | undefined
  /** How many events are read at a time. Default: 100. */
  readonly chunk?: number | undefined
  /** How many entities may wait for a retry before an endpoint gets no other events. Default: 20. */
  readonly maxWaiting?: number | undefined
  /** How long an endpoint may take to answer. Default: 15 seconds. */
  readonly timeout?: number | string | undefined
  /** The wait before the first retry; it doubles with each further one. Default: 5 seconds. */
  readonly retryAfter?: number | string | undefined
  /** The longest wait before a retry, also where an endpoint asks for a longer one. Default: 1 hour. */
  readonly longestRetryAfter?: number | string | undefined
  /** For how long an event is retried. Its webhook is disabled then. Default: 25 hours. */
  readonly giveUpAfter?: number | string | undefined
  /** For how long the secret before a rotation signs too. Default: 1 day. */
  readonly keepPreviousSecretFor?: number | string | undefined
  /**
   * How long a process may be silent before another one takes over. It is longer than `jobTime` and `timeout`. Default:
   * 1 minute.
   */
  readonly lease?: number | string | undefined
  /** How long a process works on one webhook before others have their turn. Default: 10 seconds. */
  readonly jobTime?: number | string | undefined
  /**
   * How often each process claims webhooks that are due, if the store does not know when that is. Default: 500
   * milliseconds.
   */
  readonly sweepEvery?: number | string | undefined
}

/** How Rollcall works. Spans of time are milliseconds or texts such as `60 seconds`. What is absent is the default. */
export interface RollcallSettings {
  /** How access tokens are checked. */
  readonly accessTokens?: AccessTokenSettings | undefined
  /** How audiences are resolved. Processes that share a store should agree on it. */
  readonly audiences?: AudienceSettings | undefined
  /** How contacts are stored. Processes that share a store should agree on it. */
  readonly contacts?: ContactSettings | undefined
  /** How broadcasts are dispatched. Processes that share a store should agree on it. */
  readonly dispatch?: DispatchSettings | undefined
  /** How events are written and kept. Processes that share a store should agree on it. */
  readonly events?: EventSettings | undefined
  /** How rows are applied. Processes that share a store should agree on it. */
  readonly imports?: ImportSettings | undefined
  /** How what channels report is processed. Processes that share a store should agree on it. */
  readonly inbox?: InboxSettings | undefined
  /** How much a process spends on searches, so that other work has its share. */
  readonly search?: SearchSettings | undefined
  /** How events are sent to webhooks. Processes that share a store should agree on it. */
  readonly webhooks?: WebhookSettings | undefined
}
