import { type ContactUuid, type Storage, systemCaller } from "@rollcall/core"
import type { OptOutScope, OptOutSource } from "@rollcall/core/people"
import { DateTime, Effect, Result } from "effect"
import fc from "fast-check"
import { dispatchFixture, reminderTo } from "../dispatch/DispatchFixture.ts"
import { scriptedChannel } from "../dispatch/ScriptedChannel.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { everything } from "../shared/Fixture.ts"
import { forAll, generatedSequences } from "../shared/ForAll.ts"

const addresses = Array.from({ length: 5 }, (_, n) => `491700000000${n}`)
const scopes = ["all", "marketing"] as const

const person = fc.nat(3)
const address = fc.constantFrom(...addresses)
const maybe = fc.option(address, { freq: 4 })
const from = fc.constantFrom("message" as const, "channel" as const)
/** Usually the last request's address, so that repeated requests and late opt-ins concern the same address. */
const author = fc.option(address, { nil: "last" as const, freq: 1 })
/** The number of steps since a person's request. */
const ago = fc.constantFrom(0, 0, 1, 2, 4)

const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ _tag: fc.constant("Set" as const), person, chatappId: maybe, phone: maybe }) },
  { weight: 5, arbitrary: fc.record({ _tag: fc.constant("Stop" as const), author, from, ago }) },
  { weight: 4, arbitrary: fc.record({ _tag: fc.constant("Resume" as const), author, from, ago }) },
  {
    weight: 2,
    arbitrary: fc.record({ _tag: fc.constant("ByHand" as const), person, scope: fc.constantFrom(...scopes) })
  },
  fc.record({ _tag: fc.constant("OptIn" as const), person }),
  fc.record({ _tag: fc.constant("Merge" as const), person, from: person }),
  fc.record({ _tag: fc.constant("Erase" as const), person })
)
type Command = typeof command extends fc.Arbitrary<infer Of> ? Of : never

interface Person {
  readonly uuid: ContactUuid
  readonly chatappId: string | null
  readonly phone: string | null
  readonly former: ReadonlySet<string>
}

interface Row {
  readonly key: string
  readonly scope: OptOutScope
  readonly source: OptOutSource
  readonly step: number
  /** The step of the last request. */
  readonly last: number
  readonly isDirect: boolean
  /** Whether listings and searches show the address. */
  readonly isShown: boolean
}

const currentOf = ({ chatappId, phone }: Person) => new Set([chatappId, phone].flatMap((one) => one ?? []))

/** The opt-outs as plain rows. Stores and services must agree with this model. */
class Model {
  step = 0
  readonly people = new Map<number, Person>()
  rows: ReadonlyArray<Row> = []

  holders(address: string): ReadonlyArray<Person> {
    return Array.from(this.people.values()).filter((one) => currentOf(one).has(address))
  }

  keysOf(one: Person): ReadonlyArray<string> {
    const former = [...one.former].filter((address) => this.holders(address).every(({ uuid }) => uuid === one.uuid))
    return [...new Set([...currentOf(one), ...former])]
  }

  of(key: string): ReadonlyArray<Row> {
    return this.rows.filter((row) => row.key === key)
  }

  put(
    keys: ReadonlyArray<string>,
    made: Omit<Row, "key" | "step" | "last" | "isShown">,
    step = this.step,
    last = step
  ): void {
    for (const key of keys) {
      const known = this.of(key).find(({ scope }) => scope === made.scope)
      this.rows = [...this.rows.filter((row) => row !== known), this.joined(known, { ...made, key, step, last })]
    }
  }

  /** Combines an opt-out with a later opt-out from the same scope. */
  private joined(known: Row | undefined, made: Omit<Row, "isShown">): Row {
    if (known === undefined) return { ...made, isShown: true }
    if (made.source === "merge") return known
    const last = known.source === "merge" ? made.last : Math.max(known.last, made.last)
    const isByRequest = made.source === "request" && known.source !== "request"
    const isReplaced = known.source === "merge" || isByRequest || (made.isDirect && !known.isDirect)
    if (!isReplaced) return { ...known, last }
    const { source, step } = known.source === "request" ? known : made
    return { ...made, source, step, last, isDirect: made.isDirect || known.isDirect, isShown: true }
  }

  takeBack(gone: ReadonlyArray<Row>): void {
    const holders = gone.flatMap(({ key }) => this.holders(key).map(({ uuid }): string => uuid))
    const shared = this.rows.filter(
      (row) =>
        holders.includes(row.key) &&
        gone.some(
          ({ last, scope, source, step }) =>
            row.scope === scope && row.source === source && row.step === step && row.last <= last
        )
    )
    this.rows = this.rows.filter((row) => !gone.includes(row) && !shared.includes(row))
  }

  /** Returns the keys of all people with the address. */
  keysOfAddress(address: string): ReadonlyArray<string> {
    const held = this.holders(address)
    return [address, ...held.flatMap((one) => this.keysOf(one)), ...held.map(({ uuid }) => uuid)]
  }

  /** Returns the opted-out scopes of an address at the time of a send. */
  scopesOf(address: string): ReadonlySet<OptOutScope> {
    const found = [...this.of(address)]
    for (const one of this.holders(address)) {
      found.push(...this.of(one.uuid))
      for (const other of currentOf(one)) found.push(...this.of(other).filter(({ isDirect }) => isDirect))
      for (const former of one.former) if (this.holders(former).length === 0) found.push(...this.of(former))
    }
    return new Set(found.map(({ scope }) => scope))
  }

  /** Returns the scope from which a person is opted out. */
  stateOf(one: Person): OptOutScope | null {
    const found = [...this.keysOf(one), one.uuid].flatMap((key) => this.of(key))
    return scopes.find((scope) => found.some((row) => row.scope === scope)) ?? null
  }

  /** Returns the opt-out scope with which searches find a person. */
  foundOf(one: Person): OptOutScope | null {
    const found = [...currentOf(one), one.uuid].flatMap((key) => this.of(key).filter(({ isShown }) => isShown))
    return scopes.find((scope) => found.some((row) => row.scope === scope)) ?? null
  }
}

const history = Effect.fnUntraced(function* (commands: ReadonlyArray<Command>) {
  const { broadcasts, caller, contacts, erasure, merges, optOuts, pass, store, workspace } =
    yield* dispatchFixture(scriptedChannel())
  const model = new Model()
  let last = addresses[0] ?? ""
  const authorOf = ({ author }: { readonly author: string }) => (last = author === "last" ? last : author)
  const asked = (ago: number) => Effect.map(store.now, (now) => DateTime.subtract(now, { seconds: ago }))

  const apply = Effect.fnUntraced(function* (command: Command) {
    const one = "person" in command ? model.people.get(command.person) : undefined
    switch (command._tag) {
      case "Set": {
        const { chatappId, phone } = command
        const fields = { firstName: "Ana", email: "ana@example.org", chatappId, phoneNumber: phone && `+${phone}` }
        const { uuid } = yield* one === undefined
          ? contacts.create(systemCaller(workspace), fields)
          : contacts.update(caller, one.uuid, fields)
        const now: Person = { uuid, chatappId, phone, former: new Set(one?.former) }
        const lost = one === undefined ? [] : [...currentOf(one)].filter((address) => !currentOf(now).has(address))
        model.people.set(command.person, { ...now, former: new Set([...now.former, ...lost]) })
        break
      }
      case "Stop": {
        const { ago, from: source } = command
        const address = authorOf(command)
        yield* optOuts.record([{ workspace, address, at: yield* asked(ago) }], source)
        const step = model.step - ago
        const made = { source, scope: source === "message" ? "all" : "marketing" } as const
        const held = model.holders(address)
        const others = held.flatMap((one) => model.keysOf(one)).filter((key) => key !== address)
        model.put([address, ...held.map(({ uuid }) => uuid)], { ...made, isDirect: true }, step)
        model.put(others, { ...made, isDirect: false }, step)
        break
      }
      case "Resume": {
        const { ago, from } = command
        const address = authorOf(command)
        yield* optOuts.resume([{ workspace, address, at: yield* asked(ago) }], from)
        const keys = model.keysOfAddress(address)
        const known = model.rows.filter(({ key }) => keys.includes(key))
        if (known.some(({ source }) => source === "request")) break
        const isTheirs = ({ scope, source }: Row) =>
          from === "message" || source === "channel" || (source === "merge" && scope === "marketing")
        // A late opt-in does not remove an opt-out that was requested again in the meantime.
        model.takeBack(known.filter((row) => isTheirs(row) && row.last <= model.step - ago))
        break
      }
      case "ByHand": {
        if (one === undefined) break
        const result = yield* Effect.result(optOuts.optOut(caller, one.uuid, command.scope))
        const keys = model.keysOf(one)
        yield* agree("Whether a person can be opted out", Result.isSuccess(result), keys.length > 0)
        if (keys.length === 0) break
        const made = { source: "request", scope: command.scope } as const
        model.put(keys, { ...made, isDirect: false })
        model.put([one.uuid], { ...made, isDirect: true })
        break
      }
      case "OptIn": {
        if (one === undefined) break
        yield* optOuts.optIn(caller, one.uuid)
        const keys = [...model.keysOf(one), one.uuid]
        model.takeBack(model.rows.filter(({ key }) => keys.includes(key)))
        break
      }
      case "Merge": {
        const other = model.people.get(command.from)
        if (one === undefined || other === undefined || one === other) break
        yield* merges.merge(caller, one.uuid, { from: other.uuid })
        const keys = [...model.keysOf(one), ...model.keysOf(other)]
        const asked = [...keys, one.uuid, other.uuid].flatMap((key) => model.of(key).map(({ scope }) => scope))
        for (const scope of new Set(asked)) {
          model.put(keys, { source: "merge", scope, isDirect: false })
          model.put([one.uuid], { source: "merge", scope, isDirect: true })
        }
        const merged = { ...one, chatappId: one.chatappId ?? other.chatappId, phone: one.phone ?? other.phone }
        const had = [...one.former, ...other.former, ...currentOf(other)]
        const former = new Set(had.filter((address) => !currentOf(merged).has(address)))
        model.people.delete(command.from)
        model.people.set(command.person, { ...merged, former })
        break
      }
      case "Erase": {
        if (one === undefined) break
        yield* erasure.erase(systemCaller(workspace), one.uuid)
        const isOwn = (address: string) => model.holders(address).every(({ uuid }) => uuid === one.uuid)
        const keys = [...currentOf(one), ...one.former].filter(isOwn)
        const known = [...keys, one.uuid].flatMap((key) => model.of(key)).toSorted((a, b) => a.step - b.step)
        for (const scope of scopes) {
          const ofScope = known.filter((row) => row.scope === scope)
          const [first] = ofScope
          const last = Math.max(...ofScope.map(({ last }) => last))
          if (first !== undefined) model.put(keys, { source: first.source, scope, isDirect: false }, first.step, last)
        }
        model.people.delete(command.person)
        model.rows = model.rows.flatMap((row) => {
          if (row.key === one.uuid) return []
          return keys.includes(row.key) ? [{ ...row, isShown: false }] : [row]
        })
      }
    }
  })

  const leftOut = Effect.fnUntraced(function* (templateName: string) {
    const request = reminderTo(addresses.length, { templateName })
    const recipients = request.recipients.map((one, n) => ({ ...one, identifier: addresses[n] ?? "" }))
    const { warnings } = yield* broadcasts.validate(caller, { ...request, recipients })
    return warnings.map(({ identifier }) => identifier)
  })

  const found = Effect.fnUntraced(function* (value: OptOutScope) {
    const advancedSearch = [{ field: "optedOut", operator: "equals", value }] as const
    const { items } = yield* contacts.search(systemCaller(workspace), { advancedSearch }, everything)
    return items.map(({ uuid }) => uuid).toSorted()
  })

  for (const command of commands) {
    model.step++
    yield* pass("1 second")
    yield* apply(command)
    const people = Array.from(model.people.values())
    const out = (isOut: (scopes: ReadonlySet<OptOutScope>) => boolean) =>
      addresses.filter((address) => isOut(model.scopesOf(address)))
    yield* agree(
      "Who gets no marketing",
      yield* leftOut("reminder"),
      out(({ size }) => size > 0)
    )
    yield* agree(
      "Who gets nothing",
      yield* leftOut("receipt"),
      out((scopes) => scopes.has("all"))
    )
    for (const one of people) {
      const { optOut } = yield* optOuts.get(systemCaller(workspace), one.uuid)
      yield* agree("What a contact is opted out of", optOut?.scope ?? null, model.stateOf(one))
    }
    for (const scope of scopes) {
      const expected = people.filter((one) => model.foundOf(one) === scope).map(({ uuid }) => uuid)
      yield* agree("Who is found as opted out", yield* found(scope), expected.toSorted())
    }
    const { items } = yield* optOuts.list(systemCaller(workspace), {}, everything)
    const listed = new Set(items.flatMap(({ contactUuid }) => contactUuid ?? []))
    const known = people.filter((one) => model.foundOf(one) !== null)
    yield* agree("Who is listed", listed, new Set(known.map(({ uuid }) => uuid)))
    const alone = model.rows.filter(
      ({ isDirect, isShown, key }) => isDirect && isShown && addresses.includes(key) && model.holders(key).length === 0
    )
    yield* agree(
      "The addresses that are listed",
      new Set(items.flatMap(({ address, scope }) => (address === null ? [] : [`${scope} ${address}`]))),
      new Set(alone.map(({ key, scope }) => `${scope} ${key}`))
    )
  }
}, Effect.scoped)

/** Checks that opt-outs stay correct while people and their addresses change. */
export const optOutHistoryChecks: ReadonlyArray<Check<Storage>> = [
  check("C8, C10, M3, C7: opt-outs and their scopes equal those of a plain function, in any history", function* () {
    yield* forAll(fc.array(command, { minLength: 3, maxLength: 14 }), yield* generatedSequences, history)
  })
]
