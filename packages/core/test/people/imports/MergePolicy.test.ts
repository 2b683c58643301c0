import { digitForms, type NumberForms } from "@rollcall/core/people"
import { describe, expect, it } from "@effect/vitest"
import type { ContactFields } from "../../../src/people/contacts/Contact.ts"
import { usableReading } from "../../../src/people/contacts/ContactRules.ts"
import {
  type MatchIdentifier,
  MatchIdentifier as MatchFields,
  MergeType
} from "../../../src/people/imports/ContactImport.ts"
import { decide as decideRow, matchOf, type MergeDecision } from "../../../src/people/imports/MergePolicy.ts"
import { contactUuid } from "./Import.ts"
import type { ContactUuid } from "../../../src/shared/Ids.ts"
import { type Issue, placeOf } from "../../../src/shared/Issue.ts"

const [ada, bob, cyd] = [contactUuid(1), contactUuid(2), contactUuid(3)]

type Policy = Parameters<typeof decideRow>[0]

const matchIn = (numbers: NumberForms, policy: Policy, fields: ContactFields) =>
  matchOf(policy, fields, (field) => usableReading(numbers, field, fields))

const decide = (
  numbers: NumberForms,
  policy: Policy,
  row: Parameters<typeof decideRow>[1],
  contacts: ReadonlyArray<ContactUuid>,
  more: { readonly haveOtherExtension?: boolean } = {}
) => {
  const matches = { contacts, isMerged: false, haveOtherExtension: false, ...more }
  return decideRow(policy, row, matchIn(numbers, policy, row.fields), matches)
}

/** A decision in short: its tag, the contact, and the type and field of each issue. */
const short = (decision: MergeDecision): ReadonlyArray<unknown> => {
  const issueOf = ({ code, path }: Issue) => `${code} ${placeOf(path)}`
  switch (decision._tag) {
    case "Create":
      return ["Create", ...decision.warnings.map(issueOf)]
    case "Update":
      return ["Update", decision.contact]
    case "Skip":
      return ["Skip", decision.contact, issueOf(decision.issue)]
    case "Fail":
      return ["Fail", ...decision.issues.map(issueOf)]
  }
}

const usable: { readonly [Field in MatchIdentifier]: string } = {
  email: "ada@example.org",
  phoneNumber: "+49 170 1234567",
  externalContactId: "crm-1"
}

describe("decide (I3)", () => {
  for (const matchOnField of MatchFields.literals) {
    const given = { firstName: "Ada", [matchOnField]: usable[matchOnField] }
    const table = [
      ["create_or_update", [], ["Create"]],
      ["create_or_update", [ada], ["Update", ada]],
      ["create_or_update", [ada, bob], ["Fail", `ambiguous_match ${matchOnField}`]],
      ["create", [], ["Create"]],
      ["create", [ada], ["Skip", ada, `match_exists ${matchOnField}`]],
      ["create", [ada, bob], ["Fail", `ambiguous_match ${matchOnField}`]],
      ["update", [], ["Skip", null, `no_match ${matchOnField}`]],
      ["update", [ada], ["Update", ada]],
      ["update", [ada, bob, cyd], ["Fail", `ambiguous_match ${matchOnField}`]]
    ] as const
    it.each(table)(`${matchOnField}, %s, matched by %j: %j`, (mergeType, matches, expected) => {
      expect(short(decide(digitForms, { matchOnField, mergeType }, { fields: given }, matches))).toEqual(expected)
    })

    it.each([
      ["create_or_update", ["Create"]],
      ["create", ["Create"]],
      ["update", ["Skip", null, `no_match_value ${matchOnField}`]]
    ] as const)(`${matchOnField}, %s, without a value to match: %j`, (mergeType, expected) => {
      for (const nothing of [{}, { [matchOnField]: null }, { [matchOnField]: "" }, { [matchOnField]: " \t\u00a0" }]) {
        expect(
          short(decide(digitForms, { matchOnField, mergeType }, { fields: { firstName: "Ada", ...nothing } }, []))
        ).toEqual(expected)
      }
    })
  }

  it("a string that is no identifier is not matched", () => {
    for (const [matchOnField, text] of [
      ["phoneNumber", "n/a"],
      ["phoneNumber", "12"],
      ["phoneNumber", "2024-01-15"],
      ["email", "not-an-email"],
      ["externalContactId", "N/A"]
    ] as const) {
      const policy = { matchOnField, mergeType: "update" } as const
      const expected = ["Skip", null, `no_match_value ${matchOnField}`]
      expect(short(decide(digitForms, policy, { fields: { [matchOnField]: text } }, []))).toEqual(expected)
    }
  })

  it("a row that differs from contacts only by an extension is created with a warning, or skipped with a reason", () => {
    const given = { fields: { phoneNumber: "+1 415 555 0100 ext. 12" } }
    const decisionOf = (mergeType: MergeType) =>
      short(decide(digitForms, { matchOnField: "phoneNumber", mergeType }, given, [], { haveOtherExtension: true }))
    expect(decisionOf("create_or_update")).toEqual(["Create", "other_extension phoneNumber"])
    expect(decisionOf("create")).toEqual(["Create", "other_extension phoneNumber"])
    expect(decisionOf("update")).toEqual(["Skip", null, "other_extension phoneNumber"])
  })

  it("a row with an unknown uuid is created, or skipped with a reason, whatever the match field", () => {
    for (const matchOnField of ["uuid", "email"] as const) {
      const row = { fields: { lastName: "L" }, uuid: ada }
      expect(short(decide(digitForms, { matchOnField, mergeType: "create_or_update" }, row, []))).toEqual(["Create"])
      const skipped = ["Skip", null, `no_match ${matchOnField}`]
      expect(short(decide(digitForms, { matchOnField, mergeType: "update" }, row, []))).toEqual(skipped)
    }
    const without = decide(
      digitForms,
      { matchOnField: "uuid", mergeType: "update" },
      { fields: { email: "a@b.c" } },
      []
    )
    expect(short(without)).toEqual(["Skip", null, "no_match_value uuid"])
  })

  it("W9: a skipped row has its reason", () => {
    const messageOf = (mergeType: MergeType, email: string, matches: ReadonlyArray<ContactUuid>) => {
      const decision = decide(digitForms, { matchOnField: "email", mergeType }, { fields: { email } }, matches)
      return decision._tag === "Skip" ? decision.issue.message : decision._tag
    }
    expect(messageOf("create", "a@b.c", [ada])).toBe("a contact already has this value")
    expect(messageOf("update", "a@b.c", [])).toBe("no contact has this value")
    expect(messageOf("update", " ", [])).toBe("the row has no value to match on")
  })

  it("every row creates a contact without match_on_field", () => {
    for (const mergeType of ["create_or_update", "create"] as const) {
      expect(
        short(decide(digitForms, { matchOnField: null, mergeType }, { fields: { email: "ada@example.org" } }, []))
      ).toEqual(["Create"])
    }
  })
})

describe("a string that no contact accepts", () => {
  const bad: ReadonlyArray<readonly [ContactFields, string]> = [
    [{ firstName: "a\0b" }, "value_error firstName"],
    [{ email: "\ud800" }, "value_error email"],
    [{ socialmsgId: "x".repeat(1_001) }, "too_long socialmsgId"]
  ]

  it("fails the row, whatever it matches and whatever the merge type (I2)", () => {
    for (const mergeType of MergeType.literals) {
      for (const matchOnField of [null, ...MatchFields.literals]) {
        for (const matches of [[], [ada], [ada, bob]]) {
          for (const [fields, issue] of bad) {
            expect(
              short(
                decide(
                  digitForms,
                  { matchOnField, mergeType },
                  { fields: { phoneNumber: "4917012345", ...fields } },
                  matches
                )
              )
            ).toEqual(["Fail", issue])
          }
        }
      }
    }
  })

  it("is reported for each field (W4)", () => {
    const fields = { lastName: "\0", email: "x".repeat(1_001), chatappId: "\udc00" }
    expect(short(decide(digitForms, { matchOnField: "email", mergeType: "create" }, { fields }, []))).toEqual([
      "Fail",
      "value_error lastName",
      "too_long email",
      "value_error chatappId"
    ])
  })
})

describe("matchOf (C3)", () => {
  const matchedBy = (matchOnField: MatchIdentifier | null, fields: ContactFields) =>
    matchIn(digitForms, { matchOnField, mergeType: "create" }, fields)
  const numberKeys = (value: string) => [
    { field: "phoneNumber", value },
    { field: "chatappId", value }
  ]

  it.each([
    ["email", " ADA@Example.ORG\t", "ada@example.org"],
    ["email", "Ada <ada@example.org>", "ada@example.org"],
    ["externalContactId", " Crm-1 ", "Crm-1"]
  ] as const)("%s %j is looked up as %j", (matchOnField, text, value) => {
    const keys = [{ field: matchOnField, value }]
    expect(matchedBy(matchOnField, { [matchOnField]: text })).toEqual({ keys, extension: null })
  })

  it("a phone number is looked up as phone number and chatapp_id, and a chatapp_id as both if there is no other", () => {
    const keys = numberKeys("49170123456")
    expect(matchedBy("phoneNumber", { phoneNumber: "+49 (170) 12-34-56" })).toEqual({ keys, extension: null })
    expect(matchedBy("phoneNumber", { phoneNumber: " ", chatappId: "49170123456" })).toEqual({ keys, extension: null })
    expect(matchedBy("phoneNumber", { phoneNumber: "n/a", chatappId: "49170123456" })).toBeNull()
    expect(matchedBy("phoneNumber", { phoneNumber: "+49 170 123456 ext. 7" })).toEqual({ keys, extension: "7" })
  })

  it("is none without a match field, without a value in it, or with an invalid value", () => {
    const all = { email: "ada@example.org", phoneNumber: "4917012345", externalContactId: "1" }
    expect(matchedBy(null, all)).toBeNull()
    for (const text of [undefined, null, "", "  ", "a\0b", "\ud800", "x".repeat(1_001), "n/a"]) {
      expect(matchedBy("email", { ...all, email: text })).toBeNull()
    }
    expect(matchedBy("phoneNumber", { ...all, phoneNumber: "none" })).toBeNull()
  })

  it("ignores errors in other fields", () => {
    const keys = [{ field: "email", value: "ada@example.org" }]
    expect(matchedBy("email", { email: "ada@example.org", firstName: "a\0b" })).toEqual({ keys, extension: null })
  })
})
