import { describe, expect, it } from "@effect/vitest"
import { type SearchRequest, WorkspaceUuid } from "@rollcall/core"
import {
  FieldType,
  filtersIn,
  Operator,
  planSearch,
  predefinedFields,
  type SearchItem,
  valueKind
} from "@rollcall/core/people"
import { Result } from "effect"
import { dataTypeFor, operatorsOf } from "../../src/storage/custom-fields/FieldOperators.ts"
import { searchCorpus } from "../../src/storage/search/corpus/Corpus.ts"
import { corpusFields } from "../../src/storage/search/corpus/CorpusFields.ts"
import { corpusLists, setsOfLists } from "../../src/storage/search/corpus/CorpusLists.ts"
import { searchRequestArbitrary } from "../../src/storage/search/generated/SearchRequestArbitrary.ts"
import { sample } from "../../src/storage/shared/ForAll.ts"

const workspace = WorkspaceUuid.make("00000000-0000-4000-8000-000000000001")
const fields = corpusFields(workspace)
const contacts = searchCorpus(workspace, fields, 1).map(({ contact }) => contact)
const lists = corpusLists(contacts)
const requests = sample(searchRequestArbitrary(contacts, fields, lists), 20_000, 1)

const everyField = [
  ...Array.from(predefinedFields.values(), ({ kind, name }) => ({ name, kind, dataType: undefined })),
  ...fields.map(({ fieldKey, fieldType }) => ({
    name: fieldKey,
    kind: valueKind[fieldType],
    dataType: dataTypeFor(fieldType)
  }))
]

describe("the generated search requests", () => {
  it("have a field of every type", () => {
    expect(new Set(fields.map(({ fieldType }) => fieldType))).toEqual(new Set(FieldType.literals))
  })

  it.each(everyField)("S7: filter $name of kind $kind with each of its operators", ({ dataType, kind, name }) => {
    const takes = Operator.literals.filter((operator) => {
      const plan = planSearch(
        { advancedSearch: [{ field: name, operator, value: "x", ...(dataType && { dataType }) }] },
        fields
      )
      return Result.isSuccess(plan) || plan.failure.every(({ path }) => path.at(-1) === "value")
    })
    expect(new Set(operatorsOf[kind])).toEqual(new Set(takes))
    const filters = requests.flatMap(({ advancedSearch = [] }) => filtersIn(advancedSearch))
    const drawn = filters.filter(({ field }) => field === name).map(({ operator }) => operator)
    expect(new Set(drawn)).toEqual(new Set(takes))
  })

  it("S15: filter by membership of each list, with both operators, for one list and for several", () => {
    const filters = requests
      .flatMap(({ advancedSearch = [] }) => filtersIn(advancedSearch))
      .filter(({ field }) => field === "contactListUuid")
    const drawn = filters
      .flatMap(({ value }): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [value]))
      .map((uuid) => String(uuid).toLowerCase())
    expect(new Set(drawn)).toEqual(new Set(lists.map(({ uuid }) => uuid)))
    const forms = filters.map(({ operator, value }) => `${operator} ${Array.isArray(value) ? "several" : "one"}`)
    expect(new Set(forms).size).toBe(4)
    const isPlanned = (request: SearchRequest) => Result.isSuccess(planSearch(request, fields, setsOfLists(lists)))
    expect(requests.every(isPlanned)).toBe(true)
  })

  it("S14: contain each kind of group, in place of filters and inside each other", () => {
    const items = requests.flatMap(({ advancedSearch = [] }) => advancedSearch)
    const kindOf = (item: SearchItem) =>
      (["any", "all", "not"] as const).find((name) => item[name] !== undefined) ?? "-"
    const inside = (item: SearchItem) => item.any ?? item.all ?? (item.not === undefined ? [] : [item.not])
    const pairs = items.flatMap((item) => inside(item).map((inner) => `${kindOf(item)} ${kindOf(inner)}`))
    expect(new Set(items.map(kindOf))).toEqual(new Set(["any", "all", "not", "-"]))
    expect(new Set(pairs).size).toBe(12)
  })

  it("S9: are sorted by every field", () => {
    const drawn = requests.flatMap(({ sortBy }) => sortBy?.field ?? [])
    expect(new Set(drawn)).toEqual(new Set(everyField.map(({ name }) => name)))
  })
})
