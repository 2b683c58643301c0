import type { Contact, ContactUuid } from "@rollcall/core"

/** Returns a contact's addresses, first the address that audiences prefer. */
export const addressesOf = ({ chatappId, phoneNumber }: Pick<Contact, "chatappId" | "phoneNumber">) =>
  [phoneNumber?.replace("+", "") ?? [], chatappId ?? []].flat()

/** A person's expected opt-out state. */
type Standing = "out" | "in" | "either"

/** A merge that was not undone, and the state before it. */
interface Merged {
  readonly survivor: ContactUuid
  readonly from: ContactUuid
  /** The addresses that the survivor had before the merge. */
  readonly had: ReadonlySet<string>
  readonly asked: ReadonlyMap<ContactUuid, ReadonlySet<string>>
  readonly out: ReadonlySet<string>
  /** Whether the person opted out or in after the merge. */
  isDecidedSince: boolean
}

/**
 * The people of a history as plain data: present contacts, merges, addresses and opt-outs. Some rules leave open
 * whether a person is opted out, for example after an opt-out by one of two people with the same address. The opt-out
 * state is then `either`.
 */
export class People {
  /** The present contacts, oldest first. */
  present: ReadonlyArray<Contact> = []
  /** Every contact that the history has created. */
  readonly uuids: Array<ContactUuid> = []
  private readonly texts = new Map<ContactUuid, Set<string>>()
  private readonly merges: Array<Merged> = []
  private readonly had = new Map<ContactUuid, Set<string>>()
  /** The people who opted out, with their addresses at that time. */
  private readonly asked = new Map<ContactUuid, ReadonlySet<string>>()
  /** The people with an unknown opt-out state. */
  private readonly unsure = new Set<ContactUuid>()
  /** The opted-out addresses. */
  private readonly out = new Set<string>()
  /** The addresses with an opt-out that might also apply to other people. */
  private readonly touched = new Set<string>()

  /** Replaces the present contacts. */
  see(contacts: ReadonlyArray<Contact>): void {
    this.present = contacts.toSorted(
      (a, b) => a.createdAt.epochMilliseconds - b.createdAt.epochMilliseconds || (a.uuid < b.uuid ? -1 : 1)
    )
    for (const contact of contacts) {
      const { uuid } = contact
      for (const address of addressesOf(contact)) {
        this.hadBy(uuid).add(address)
        if (this.asked.has(uuid) || this.unsure.has(uuid)) this.touched.add(address)
      }
    }
  }

  /** Returns the uuid for an index, which may be a merged contact's; empty if the contact does not exist any more. */
  uuidNumbered(n: number): ReadonlyArray<ContactUuid> {
    const uuid = this.uuids[n % this.uuids.length]
    return uuid === undefined || this.of(uuid) === undefined ? [] : [uuid]
  }

  /** Returns the contact for a number, or the contact into which it was merged. */
  numbered(n: number): Contact | undefined {
    return this.of(this.uuids[n % this.uuids.length] ?? null)
  }

  /** Returns the contact that a uuid now refers to. */
  of(uuid: ContactUuid | null): Contact | undefined {
    const merge = this.merges.find(({ from }) => from === uuid)
    return merge === undefined ? this.present.find((contact) => contact.uuid === uuid) : this.of(merge.survivor)
  }

  holders(address: string): ReadonlyArray<Contact> {
    return this.present.filter((contact) => addressesOf(contact).includes(address))
  }

  /** Adds a string that belongs to only one contact, which may be new. */
  name(uuid: ContactUuid, text: string): void {
    if (!this.uuids.includes(uuid)) this.uuids.push(uuid)
    this.texts.set(uuid, (this.texts.get(uuid) ?? new Set()).add(text))
  }

  /** Returns a person's strings: of the contact, and of the contacts merged into it. */
  textsOf(uuid: ContactUuid): ReadonlyArray<string> {
    const merged = this.merges.flatMap(({ from, survivor }) => (survivor === uuid ? this.textsOf(from) : []))
    return [...(this.texts.get(uuid) ?? []), ...merged]
  }

  merge(survivor: Contact, from: Contact): void {
    const [asked, out] = [new Map(this.asked), new Set(this.out)]
    const had = new Set(this.hadBy(survivor.uuid))
    this.merges.push({ survivor: survivor.uuid, from: from.uuid, had, asked, out, isDecidedSince: false })
    const both = [survivor, from]
    for (const address of this.hadBy(from.uuid)) this.hadBy(survivor.uuid).add(address)
    if (both.some(({ uuid }) => this.asked.has(uuid))) this.ask(survivor.uuid, both.flatMap(addressesOf))
    else if (both.some(({ uuid }) => this.isConcerned(uuid))) this.leaveOpen(survivor.uuid)
  }

  /** Undoes the last merge into a contact. Returns the addresses that the contact had before the merge. */
  undo(survivor: ContactUuid): ReadonlySet<string> {
    const index = this.merges.findLastIndex((merge) => merge.survivor === survivor)
    const [merge] = this.merges.splice(index, 1)
    if (index < 0 || merge === undefined) throw new Error("nothing was merged into the contact")
    const { asked, from, had, isDecidedSince, out } = merge
    const both = [survivor, from]
    for (const uuid of both) this.touchIf(uuid, both.some((one) => asked.has(one)) || isDecidedSince)
    const isOf = (address: string) => both.some((uuid) => this.hadBy(uuid).has(address))
    for (const address of this.out) if (isOf(address) && !out.has(address)) this.out.delete(address)
    for (const uuid of both) {
      const before = asked.get(uuid)
      if (isDecidedSince) this.leaveOpen(uuid)
      else if (before === undefined) this.asked.delete(uuid)
      else this.asked.set(uuid, before)
    }
    this.had.set(survivor, new Set(had))
    return had
  }

  erase(uuid: ContactUuid): void {
    const merged = this.merges.flatMap(({ from, survivor }) => (survivor === uuid ? [from] : []))
    for (const from of merged) this.erase(from)
    for (const [index, { survivor }] of Array.from(this.merges.entries()).toReversed()) {
      if (survivor === uuid) this.merges.splice(index, 1)
    }
    this.asked.delete(uuid)
    this.unsure.delete(uuid)
  }

  optOut(contact: Contact): void {
    this.decide(contact.uuid)
    this.unsure.delete(contact.uuid)
    this.ask(contact.uuid, addressesOf(contact))
  }

  /** Records that a message from this address opted out every person with the address. */
  stop(address: string): void {
    this.out.add(address)
    this.touched.add(address)
    for (const holder of this.holders(address)) this.optOut(holder)
  }

  optIn({ uuid }: Contact): void {
    this.decide(uuid)
    this.asked.delete(uuid)
    const own = this.hadBy(uuid)
    for (const address of own) this.out.delete(address)
    const others = Array.from(this.had).filter(([one, had]) => one !== uuid && Array.from(had).some((a) => own.has(a)))
    for (const [one] of others) if (this.asked.has(one)) this.leaveOpen(one)
    if (others.length > 0) return this.leaveOpen(uuid)
    this.unsure.delete(uuid)
    for (const address of own) this.touched.delete(address)
  }

  /** Whether an opt-out was recorded for the address. */
  isOut(address: string): boolean {
    return this.out.has(address)
  }

  /** Returns whether a message to an address may begin, considering this contact and every person with the address. */
  standing(address: string, contact?: Contact): Standing {
    const people = [...(contact === undefined ? [] : [contact]), ...this.holders(address)].map(({ uuid }) => uuid)
    if (this.out.has(address) || people.some((uuid) => this.asked.has(uuid))) return "out"
    return this.touched.has(address) || people.some((uuid) => this.isConcerned(uuid)) ? "either" : "in"
  }

  /** Whether an opt-out might affect a contact. */
  private isConcerned(uuid: ContactUuid): boolean {
    const isTouched = Array.from(this.hadBy(uuid)).some((address) => this.touched.has(address))
    return isTouched || this.asked.has(uuid) || this.unsure.has(uuid)
  }

  private ask(uuid: ContactUuid, addresses: ReadonlyArray<string>): void {
    this.asked.set(uuid, new Set(addresses))
    this.touch(uuid)
    for (const address of addresses) this.out.add(address)
  }

  private hadBy(uuid: ContactUuid): Set<string> {
    const had = this.had.get(uuid) ?? new Set()
    this.had.set(uuid, had)
    return had
  }

  private touch(uuid: ContactUuid): void {
    for (const address of this.hadBy(uuid)) this.touched.add(address)
  }

  private touchIf(uuid: ContactUuid, isConcerned: boolean): void {
    if (isConcerned) this.touch(uuid)
  }

  private leaveOpen(uuid: ContactUuid): void {
    this.asked.delete(uuid)
    this.unsure.add(uuid)
    this.touch(uuid)
  }

  private decide(uuid: ContactUuid): void {
    for (const merge of this.merges) if (merge.survivor === uuid) merge.isDecidedSince = true
  }
}
