import fc from "fast-check"

/** Few numbers and user ids, so that contacts share them and they change hands. */
export const numbers = [0, 1, 2, 3, 4].map((n) => `491700000000${n}`)
const userIds = [0, 1, 2].map((n) => `US.1349120865530274191${n}`)

/** A number at which no message arrives, so that retries have recipients. */
export const unreachable = numbers.at(-1)

const person = fc.nat(5)
const number = fc.constantFrom(...numbers)
const userId = fc.constantFrom(...userIds)
const orNone = <A>(arbitrary: fc.Arbitrary<A>) => fc.option(arbitrary, { nil: null, freq: 4 })

/** A number with its country code, so that it is unambiguous. */
const phoneNumber = orNone(number.map((digits) => `+${digits}`))

/** The addresses of a contact. Each contact also has another identifier, so it may have no address. */
const addresses = fc.record({ phoneNumber, chatappId: orNone(userId) })

const change = fc.oneof(fc.record({ phoneNumber: orNone(number) }), fc.record({ chatappId: orNone(userId) }), addresses)

const settings = fc.record({
  cap: orNone(fc.record({ messages: fc.constantFrom(1, 2), days: fc.constantFrom(1, 2) })),
  isQuietAtNight: fc.boolean()
})

/** One step of a history. A person is an index into all contacts created so far, including merged and erased ones. */
const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      _tag: fc.constant("SendToAudience" as const),
      // Some people; null for all people.
      people: fc.option(fc.uniqueArray(person, { minLength: 1, maxLength: 2 }), { nil: null, freq: 1 }),
      later: fc.boolean(),
      resolve: fc.constantFrom("acceptance" as const, "start" as const),
      isExcludingLast: fc.boolean()
    })
  },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("SendTo" as const), address: fc.oneof(number, userId) }) },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Create" as const), addresses }) },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Import" as const), addresses }) },
  { weight: 3, arbitrary: fc.record({ _tag: fc.constant("Change" as const), person, change }) },
  {
    weight: 2,
    arbitrary: fc.record({
      _tag: fc.constant("Reassign" as const),
      person,
      to: person,
      field: fc.constantFrom("phoneNumber" as const, "chatappId" as const)
    })
  },
  fc.record({ _tag: fc.constant("Archive" as const), person, archived: fc.boolean() }),
  fc.record({ _tag: fc.constant("OptOut" as const), person }),
  fc.record({ _tag: fc.constant("Stop" as const), address: fc.oneof(number, userId) }),
  fc.record({ _tag: fc.constant("OptIn" as const), person }),
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Merge" as const), person, from: person }) },
  fc.record({ _tag: fc.constant("Undo" as const), person }),
  fc.record({ _tag: fc.constant("Erase" as const), person }),
  fc.record({ _tag: fc.constant("Retry" as const), later: fc.boolean() }),
  fc.record({
    _tag: fc.constant("Report" as const),
    message: fc.nat(3),
    status: fc.constantFrom("delivered" as const, "undeliverable" as const)
  }),
  fc.record({ _tag: fc.constant("Settings" as const), settings }),
  fc.record({ _tag: fc.constant("Pass" as const), hours: fc.constantFrom(1, 3, 24) })
)
export type PersonCommand = typeof command extends fc.Arbitrary<infer Of> ? Of : never

export const personHistory = fc.array(command, { minLength: 3, maxLength: 14 })
