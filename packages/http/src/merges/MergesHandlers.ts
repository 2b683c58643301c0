import {
  Api,
  ContactResource,
  CurrentCaller,
  DuplicatePage,
  toDuplicateField,
  toDuplicatePage,
  toContactResource,
  toMergeRequest,
  toUndoneMergeResource,
  UndoneMergeResource
} from "@rollcall/api"
import { ContactMerges } from "@rollcall/core/merges"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { handler } from "../errors/ContactsAnswers.ts"
import { bodyOf } from "../requests/RequestCheck.ts"
import { jsonAnswer } from "../system/JsonAnswer.ts"

const aPage = jsonAnswer(DuplicatePage)
const aContact = jsonAnswer(ContactResource)
const anUndoneMerge = jsonAnswer(UndoneMergeResource)

/** The handlers of the merges group. */
export const layer = HttpApiBuilder.group(
  Api,
  "merges",
  Effect.fnUntraced(function* (handlers) {
    const merges = yield* ContactMerges

    return handlers
      .handleAll({
        duplicates: handler(function* ({ query: { field, ...page } }) {
          const { workspace } = yield* CurrentCaller
          const filter = field === undefined ? {} : { field: toDuplicateField(field) }
          return aPage(toDuplicatePage(yield* merges.duplicates(workspace, filter, page), page))
        })
      })
      .handleRaw(
        "merge",
        handler(function* ({ endpoint, params }) {
          const request = toMergeRequest(yield* bodyOf(endpoint))
          return aContact(toContactResource(yield* merges.merge(yield* CurrentCaller, params.contact_uuid, request)))
        })
      )
      .handleRaw(
        "undo",
        handler(function* ({ endpoint, params }) {
          const { from } = yield* bodyOf(endpoint)
          const request = from ? { from } : {}
          return anUndoneMerge(
            toUndoneMergeResource(yield* merges.undoMerge(yield* CurrentCaller, params.contact_uuid, request))
          )
        })
      )
  })
)
