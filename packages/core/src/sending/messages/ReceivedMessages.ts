import { Context, Effect, Layer } from "effect"
import type { Caller, ReceivedMessageUuid } from "../../shared/Ids.ts"
import type { InvalidInput } from "../../shared/Issue.ts"
import { checkPage, type Page, type PageRequest } from "../../shared/Page.ts"
import { noInputs, workspaceService } from "../../shared/WorkspaceService.ts"
import type { StorageError } from "../../shared/StorageError.ts"
import { type ReceivedMessage, ReceivedMessageNotFound } from "./ReceivedMessage.ts"
import { ReceivedMessageStore } from "./ReceivedMessageStore.ts"

/**
 * Reads the messages that a workspace received from people. The event `message.received` has the uuid of a message.
 *
 * @example
 * const messages = yield* ReceivedMessages
 * const { at, text } = yield* messages.get(caller, message)
 * return [at, text]
 */
export class ReceivedMessages extends Context.Service<
  ReceivedMessages,
  {
    /**
     * Returns a message. Messages are removed with their contact, or after `keepMessagesFor`.
     *
     * @param uuid The uuid in the event `message.received`.
     * @example
     * const messages = yield* ReceivedMessages
     * const { at, text } = yield* messages.get(caller, message)
     * return [at, text]
     */
    readonly get: (
      caller: Caller,
      uuid: ReceivedMessageUuid
    ) => Effect.Effect<ReceivedMessage, ReceivedMessageNotFound | StorageError>

    /**
     * Returns the messages that the workspace received and that haven't been removed, newest first.
     *
     * @param caller The workspace and the acting user; `systemCaller` makes a caller for a program.
     * @example
     * const messages = yield* ReceivedMessages
     * const { items } = yield* messages.list(caller, { limit: 20, offset: 0 })
     * return items.map(({ from, text }) => [from, text])
     */
    readonly list: (
      caller: Caller,
      page: PageRequest
    ) => Effect.Effect<Page<ReceivedMessage>, InvalidInput | StorageError>
  }
>()("@rollcall/core/sending/messages/ReceivedMessages") {
  static readonly layer = Layer.effect(
    ReceivedMessages,
    Effect.map(ReceivedMessageStore, (store) =>
      ReceivedMessages.of(
        workspaceService("ReceivedMessages", noInputs, {
          get: Effect.fnUntraced(function* ({ workspace }: Caller, uuid: ReceivedMessageUuid) {
            const found = yield* store.find(workspace, uuid)
            return yield* Effect.fromOption(found, () => new ReceivedMessageNotFound({ uuid }))
          }),
          list: ({ workspace }: Caller, page: PageRequest) =>
            Effect.andThen(checkPage(page), store.list(workspace, page))
        })
      )
    )
  )
}
