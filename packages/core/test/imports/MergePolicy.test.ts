import { describe, expect, it } from "@effect/vitest"
import type { ContactFields } from "../../src/contacts/Contact.ts"
import { type MatchField, MatchField as MatchFields, MergeType } from "../../src/imports/ContactImport.ts"
import { decide, matchKey, type MergeDecision } from "../../src/imports/MergePolicy.ts"
import { contactUuid } from "./Import.ts"

const [ada, bob, cyd] = [contactUuid(1), contactUuid(2), contactUuid(3)]

/** A decision in short: its tag, the contact, and the type and field of each issue. */
const short = (decision: MergeDecision): ReadonlyArray<unknown> => {
  const issueOf = ({ field, in: location, type }: { readonly field: string; in: string; readonly type: string }) =>
    `${type} ${location} ${field}`
  switch (decision._tag) {
    case "Create":
      return ["Create"]
    case "Update":
      return ["Update", decision.contact]
    case "Skip":
      return ["Skip", decision.contact, issueOf(decision.issue)]
    case "Fail":
      return ["Fail", ...decision.issues.map(issueOf)]
  }
}

const wire: { readonly [Field in MatchField]: string } = {
  email: "email",
  phoneNumber: "phone_number",
  externalContactId: "external_contact_id"
}

const usable: { readonly [Field in MatchField]: string } = {
  email: "ada@example.org",
  phoneNumber: "+49 170",
  externalContactId: "crm-1"
}

describe("decide (I3)", () => {
  for (const matchOn of MatchFields.literals) {
    const given = { firstName: "Ada", [matchOn]: usable[matchOn] }
    const table = [
      ["create_or_update", [], ["Create"]],
      ["create_or_update", [ada], ["Update", ada]],
      ["create_or_update", [ada, bob], ["Fail", `ambiguous_match body ${wire[matchOn]}`]],
      ["create", [], ["Create"]],
      ["create", [ada], ["Skip", ada, `match_exists body ${wire[matchOn]}`]],
      ["create", [ada, bob], ["Fail", `ambiguous_match body ${wire[matchOn]}`]],
      ["update", [], ["Skip", null, `no_match body ${wire[matchOn]}`]],
      ["update", [ada], ["Update", ada]],
      ["update", [ada, bob, cyd], ["Fail", `ambiguous_match body ${wire[matchOn]}`]]
    ] as const
    it.each(table)(`${matchOn}, %s, matched by %j: %j`, (mergeType, matches, expected) => {
      expect(short(decide({ matchOn, mergeType }, given, matches))).toEqual(expected)
    })

    it.each([
      ["create_or_update", ["Create"]],
      ["create", ["Create"]],
      ["update", ["Skip", null, `no_match_value body ${wire[matchOn]}`]]
    ] as const)(`${matchOn}, %s, nothing to match on: %j`, (mergeType, expected) => {
      for (const nothing of [{}, { [matchOn]: null }, { [matchOn]: "" }, { [matchOn]: " \t\u00a0" }]) {
        expect(short(decide({ matchOn, mergeType }, { firstName: "Ada", ...nothing }, []))).toEqual(expected)
      }
    })
  }

  it("a phone number without a digit is nothing to match on", () => {
    const policy = { matchOn: "phoneNumber", mergeType: "update" } as const
    expect(short(decide(policy, { phoneNumber: "n/a" }, []))).toEqual([
      "Skip",
      null,
      "no_match_value body phone_number"
    ])
  })

  it("without match_on_field every row creates", () => {
    for (const mergeType of ["create_or_update", "create"] as const) {
      expect(short(decide({ matchOn: null, mergeType }, { email: "ada@example.org" }, []))).toEqual(["Create"])
    }
  })
})

describe("a text that no contact takes", () => {
  const bad: ReadonlyArray<readonly [ContactFields, string]> = [
    [{ firstName: "a\0b" }, "value_error body first_name"],
    [{ email: "\ud800" }, "value_error body email"],
    [{ socialmsgId: "x".repeat(1_001) }, "too_long body socialmsg_id"]
  ]

  it("fails the row, whatever it matches and is merged by (I2)", () => {
    for (const mergeType of MergeType.literals) {
      for (const matchOn of [null, ...MatchFields.literals]) {
        for (const matches of [[], [ada], [ada, bob]]) {
          for (const [fields, issue] of bad) {
            expect(short(decide({ matchOn, mergeType }, { phoneNumber: "49", ...fields }, matches))).toEqual([
              "Fail",
              issue
            ])
          }
        }
      }
    }
  })

  it("is reported for each field (W4)", () => {
    const fields = { lastName: "\0", email: "x".repeat(1_001), chatappId: "\udc00" }
    expect(short(decide({ matchOn: "email", mergeType: "create" }, fields, []))).toEqual([
      "Fail",
      "value_error body last_name",
      "too_long body email",
      "value_error body chatapp_id"
    ])
  })
})

describe("matchKey (C3)", () => {
  it.each([
    ["email", " ADA@Example.ORG\t", "ada@example.org"],
    ["phoneNumber", "+49 (170) 12-3", "49170123"],
    ["externalContactId", " Crm-1 ", "Crm-1"]
  ] as const)("%s %j is looked for as %j", (matchOn, text, value) => {
    expect(matchKey({ matchOn, mergeType: "create" }, { [matchOn]: text })).toEqual({ field: matchOn, value })
  })

  it("is none without a field to match on, without a value in it, and with one that no contact takes", () => {
    const all = { email: "ada@example.org", phoneNumber: "49", externalContactId: "1" }
    expect(matchKey({ matchOn: null, mergeType: "create" }, all)).toBeNull()
    for (const text of [undefined, null, "", "  ", "a\0b", "\ud800", "x".repeat(1_001)]) {
      expect(matchKey({ matchOn: "email", mergeType: "create" }, { ...all, email: text })).toBeNull()
    }
    expect(matchKey({ matchOn: "phoneNumber", mergeType: "create" }, { ...all, phoneNumber: "none" })).toBeNull()
  })

  it("does not mind what is wrong with other fields", () => {
    const fields = { email: "ada@example.org", firstName: "a\0b" }
    expect(matchKey({ matchOn: "email", mergeType: "create" }, fields)).toEqual({
      field: "email",
      value: "ada@example.org"
    })
  })
})
