import { assert, describe } from "@effect/vitest"
import {
  BroadcastNotFound,
  BroadcastUuid,
  ContactImportUuid,
  ContactListArchived,
  ContactListUuid,
  EventsRemoved,
  InvalidInput,
  InvalidTransition,
  SearchStopped
} from "@rollcall/core"
import { issue, SegmentUuid } from "@rollcall/core/operations"
import { ImportRowsRemoved, SegmentArchived, SegmentBroken } from "@rollcall/core/people"
import { Effect } from "effect"
import { test } from "../../../core/test/Suite.ts"
import { makeApp, uuid } from "../App.ts"
import { type Endpoint, endpoints, envelope, issuesOf } from "../Endpoints.ts"
import { failing } from "../Stubs.ts"

const nameOf = ({ method, path }: Endpoint) => `${method} ${path.replaceAll(uuid, "{}")}`

/** Endpoints whose service answers no input with issues. */
const silent =
  /^(GET [/]broadcasts|GET [/]broadcasts[/]\{\}|POST [/]broadcasts[/]\{\}[/](cancel|pause|resume)|.* [/]v1[/]contacts[/]\{\}[/]custom-fields([/]\{\})?)$/

/** Where the Contacts area finds what core names: in the query of these, otherwise in the body. */
const ofQuery =
  /^GET [/]v1[/](contact-lists|contact-lists[/]\{\}[/]contacts|segments|segments[/]\{\}[/]contacts|contacts[/]\{\}[/]timeline|events|events[/]stream)$/

/** What the Broadcasts area could not do. */
const failures: ReadonlyArray<readonly [at: RegExp, message: string]> = [
  [/audience$/, "Audience could not be estimated"],
  [/message_statuses$/, "Message statuses could not be listed"],
  [/opt-outs/, "Opt-outs could not be applied or dismissed"],
  [/retry$/, "Broadcast could not be retried"],
  [/test$/, "Broadcast could not be tested"],
  [/series$/, "Series could not be read"],
  [/recipients$/, "Recipients could not be listed"],
  [/cancel$/, "Broadcast could not be cancelled"],
  [/pause$/, "Broadcast could not be paused"],
  [/resume$/, "Broadcast could not be resumed"],
  [/./, "Broadcast could not be scheduled"]
]
const failureOf = ({ path }: Endpoint) => failures.find(([at]) => at.test(path))?.[1] ?? ""

type Case = readonly [what: string, error: unknown, at: RegExp, status: number, message: string | null, details: string]

const archived = "400 BAD REQUEST"
const uuidOf = BroadcastUuid.make(uuid)

/** Other errors of core, the endpoints that have them, and what these answer. */
const cases: ReadonlyArray<Case> = [
  [
    "a list that is archived",
    new ContactListArchived({ uuid: ContactListUuid.make(uuid) }),
    /^(PATCH [/]v1[/]contact-lists[/]\{\}|(POST|DELETE) [/]v1[/]contact-lists[/]\{\}[/]contacts|POST [/]v1[/]contacts[/]bulk)$/,
    400,
    archived,
    `The contact list ${uuid} is archived.`
  ],
  [
    "a segment that is archived",
    new SegmentArchived({ uuid: SegmentUuid.make(uuid) }),
    /^PATCH [/]v1[/]segments[/]/,
    400,
    archived,
    `The segment ${uuid} is archived.`
  ],
  [
    "a broadcast that is over",
    new InvalidTransition({ uuid: uuidOf, status: "completed", to: "sending" }),
    /^POST [/]broadcasts[/]\{\}[/](cancel|pause|resume|retry)$/,
    400,
    null,
    `The broadcast ${uuid} is completed and cannot become sending.`
  ],
  [
    "a template that there is not",
    new BroadcastNotFound({ what: "template t in locale en" }),
    /^POST [/]broadcasts([/]validate|[/]audience)?$/,
    404,
    "Resource was not found",
    "There is no template t in locale en."
  ],
  [
    "rows that were removed by their age",
    new ImportRowsRemoved({ uuid: ContactImportUuid.make(uuid) }),
    /^GET [/]v1[/]contacts[/]bulk[/]\{\}[/]rows$/,
    410,
    "410 GONE",
    `The rows of the contact import ${uuid} were removed because of their age. Only their counts are kept.`
  ],
  [
    "events that were removed",
    new EventsRemoved(),
    /^GET [/]v1[/]events([/]stream)?$/,
    410,
    "410 GONE",
    new EventsRemoved().message
  ],
  [
    "a search that is stopped",
    new SearchStopped({ reason: "Deadline", message: "The search took longer than 5s." }),
    /^POST ([/]v1[/]contacts[/]search|[/]broadcasts([/]validate|[/]audience)?)$/,
    503,
    "503 SERVICE UNAVAILABLE",
    "The search took longer than 5s."
  ]
]

/** Fails so, whatever the type of a service says: which endpoints have an error is what a case says. */
function failureBy(error: unknown): Effect.Effect<never>
function failureBy(error: unknown): Effect.Effect<never, unknown> {
  return Effect.fail(error)
}

const failingWith = (error: unknown) => makeApp(failing(failureBy(error)))

describe("an error from core", () => {
  test("W4, W5: returns issues as 422 with their paths, and as 400 in the envelope of Broadcasts, at every endpoint", function* () {
    const issues = [issue("too_short", ["firstName"], "is short"), issue("value_error", ["search", 0, "x"], "is odd")]
    const send = yield* failingWith(new InvalidInput({ issues }))
    for (const endpoint of endpoints.filter((one) => !silent.test(nameOf(one)))) {
      const { area, json, method, path } = endpoint
      const answer = yield* send(method, path, { json })
      if (area === "contacts") {
        const place = ofQuery.test(nameOf(endpoint)) ? "query" : "body"
        const expected = [
          ["too_short", place, "first_name"],
          ["value_error", place, "search[0].x"]
        ] as const
        assert.deepStrictEqual(issuesOf(answer), expected, nameOf(endpoint))
        assert.include(answer.text, '"msg":"is odd"')
      } else {
        const expected = envelope(area, failureOf(endpoint), "first_name: is short; search[0].x: is odd")
        assert.deepStrictEqual([answer.status, answer.json], [400, expected], nameOf(endpoint))
      }
    }
  })

  test.each(cases)("W4, W5: %s has its status and message at every endpoint", function* (given) {
    const [, error, at, status, message, details] = given
    const send = yield* failingWith(error)
    const some = endpoints.filter((endpoint) => at.test(nameOf(endpoint)))
    assert.isNotEmpty(some)
    for (const endpoint of some) {
      const { area, json, method, path } = endpoint
      const answer = yield* send(method, path, { json })
      const expected = envelope(area, message ?? failureOf(endpoint), details)
      assert.deepStrictEqual([answer.status, answer.json], [status, expected], nameOf(endpoint))
      assert.strictEqual(answer.headers.get("retry-after"), status === 503 ? "5" : null)
    }
  })

  test("W4: for a broken segment is 422 where it is used, with the segment's issues", function* () {
    const fault = { reason: "field_archived", detail: "A field is archived." } as const
    const send = yield* failingWith(new SegmentBroken({ uuid: SegmentUuid.make(uuid), fault }))
    for (const endpoint of endpoints.filter(({ path }) => /segments[/].+[/](contacts|contains)$/.test(path))) {
      const answer = yield* send(endpoint.method, endpoint.path, { json: endpoint.json })
      assert.deepStrictEqual(issuesOf(answer), [["segment_broken", "path", "segment_uuid"]])
      assert.include(answer.text, `The segment ${uuid} cannot be evaluated: A field is archived.`)
    }
  })
})
