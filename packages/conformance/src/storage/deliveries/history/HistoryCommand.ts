import { allowedTransitions, type TransitionName } from "@rollcall/core/sending"
import { Struct } from "effect"
import fc from "fast-check"
import {
  durationArbitrary,
  endingArbitrary,
  receiptArbitrary,
  resolutionArbitrary
} from "../../fixtures/DeliveryArbitrary.ts"

const index = fc.nat({ max: 20 })
const transitions: ReadonlyArray<TransitionName> = Struct.keys(allowedTransitions)

/** Returns the index of a claim, latest first, modulo the number of claims. Old claims are outdated. */
const ofClaim = <A>(what: fc.Arbitrary<A>) =>
  fc.array(fc.record({ claim: fc.oneof(fc.nat({ max: 3 }), index), what }), { minLength: 1, maxLength: 3 })

/**
 * The account of a receipt: this workspace only, this and another workspace, the host, another workspace, another
 * channel, or no workspace.
 */
const fromArbitrary = fc.constantFrom("own", "own", "own", "shared", "host", "stranger", "elsewhere", "nowhere")

/** Commands on a broadcast and its deliveries, in any order that processes and channels can produce. */
export const historyArbitrary = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        _tag: fc.constant("Claim"),
        limit: fc.integer({ min: 1, max: 3 }),
        begin: fc.constantFrom(0, 0, 1, 3),
        lease: durationArbitrary
      })
    },
    {
      weight: 4,
      arbitrary: fc.record({
        _tag: fc.constant("Begin"),
        claims: fc.array(fc.oneof(fc.nat({ max: 3 }), index), { minLength: 1, maxLength: 4 }),
        lease: durationArbitrary
      })
    },
    { weight: 4, arbitrary: fc.record({ _tag: fc.constant("Record"), endings: ofClaim(endingArbitrary) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        _tag: fc.constant("Receive"),
        receipts: fc.array(fc.record({ recipient: index, receipt: receiptArbitrary, from: fromArbitrary }), {
          minLength: 1,
          maxLength: 3
        }),
        twice: fc.boolean()
      })
    },
    { weight: 3, arbitrary: fc.record({ _tag: fc.constant("Wait"), duration: durationArbitrary }) },
    {
      weight: 2,
      arbitrary: fc.record({ _tag: fc.constant("Expire"), askAgainAfter: durationArbitrary })
    },
    { weight: 3, arbitrary: fc.record({ _tag: fc.constant("Resolve"), resolutions: ofClaim(resolutionArbitrary) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        _tag: fc.constant("Transition"),
        name: fc.constantFrom("pause", "resume", "resume", ...transitions)
      })
    },
    { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Move"), contact: index, to: fc.nat({ max: 5 }) }) },
    { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Erase"), contact: index }) }
  ),
  { minLength: 5, maxLength: 40 }
)
export type HistoryCommand =
  typeof historyArbitrary extends fc.Arbitrary<ReadonlyArray<infer Command>> ? Command : never
