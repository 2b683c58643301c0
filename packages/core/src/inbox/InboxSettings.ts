import { Context, Duration } from "effect"

/** How what channels report is processed. Processes that share a store should agree on it. */
export type InboxSettings = {
  /**
   * A message of a person that is one of these words opts the person out, and so does a button with one of them (C8).
   * Case, punctuation and white space make no difference (C10).
   */
  readonly stopWords: ReadonlyArray<string>
  /** How long a message of a person is kept, and a report that cannot be applied. */
  readonly keepMessagesFor: Duration.Duration
  /** How often each process looks for reports, if the store does not know when there are. */
  readonly sweepEvery: Duration.Duration
  /** After how long a report is processed again whose process died, or that could not be applied. */
  readonly retryAfter: Duration.Duration
}

/**
 * Words of several languages that mean nothing else in an answer to an appointment or an order, as `cancel` may.
 * "Stop promotions" is what WhatsApp calls the button of its own that opts out of marketing.
 */
const stopWords = [
  ...["stop", "stop all", "stopall", "stop promotions", "stop please", "please stop", "quit", "remove me"],
  ...["unsubscribe", "opt out", "optout"],
  ...["stopp", "abmelden", "bitte abmelden", "abbestellen", "arrêt", "arret", "désabonner", "desabonner"],
  ...["baja", "darse de baja", "detener", "parar", "sair", "descadastrar", "annulla iscrizione", "afmelden"],
  ...["berhenti", "стоп", "отписаться", "إيقاف", "הסר", "停止", "退订", "配信停止", "수신거부"]
]

const defaults: InboxSettings = {
  stopWords,
  keepMessagesFor: Duration.days(30),
  sweepEvery: Duration.millis(500),
  retryAfter: Duration.minutes(1)
}

/** The settings in force. A host provides its own; otherwise the defaults count. */
export const InboxSettings = Context.Reference<InboxSettings>("@rollcall/core/inbox/InboxSettings", {
  defaultValue: () => defaults
})
