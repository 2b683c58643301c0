import { SearchItemBody } from "@rollcall/api"
import { hasOptOutKey } from "@rollcall/contact-files"
import { optOutName, OptOutScope } from "@rollcall/core/people"
import { Console, Effect, FileSystem, Option, type PlatformError, Schema, type Scope, type Stdio, Stream } from "effect"
import { cannotUse, type CommandRefused, refusal } from "../../CommandRefused.ts"
import { exitWith } from "../../ExitCode.ts"
import { formatNamed } from "../reading/ImportFormat.ts"
import { makeProgress } from "../../screen/Progress.ts"
import { type OutputClosed, writeOutput } from "../../screen/StandardOutput.ts"
import { count } from "../../screen/Text.ts"
import type { AddressFlags } from "../../targets/Address.ts"
import { customFields } from "../../targets/CustomFieldList.ts"
import { layerTarget } from "../../targets/CommandTarget.ts"
import { activeLists } from "../../targets/NamedSets.ts"
import { refuse } from "../../targets/Target.ts"
import { conditionsOf, hasConditions } from "../search/SearchInput.ts"
import { csvFormat, jsonLinesFormat } from "./ExportFormat.ts"
import { type ExportSearch, exportPages } from "./ExportPages.ts"

export interface ExportInput {
  readonly output: Option.Option<string>
  readonly format: Option.Option<"csv" | "jsonl">
  readonly search: Option.Option<string>
  readonly filter: Option.Option<string>
  readonly where: ReadonlyArray<string>
  readonly lists: ReadonlyArray<string>
  readonly segments: ReadonlyArray<string>
  readonly for: Option.Option<"spreadsheet">
}

export const exportContacts = (input: ExportInput, target: AddressFlags) =>
  Effect.provide(exportTo(input), layerTarget(target))

/** Writes the matching contacts of a search to a file or to standard output. */
export const exportTo = Effect.fn("ExportContacts.exportTo")(function* (input: ExportInput) {
  const filters = yield* readFilters(input.filter)
  const path = Option.getOrElse(input.output, () => "-")
  if (Option.isSome(input.for) && formatOf(input, path) === "jsonl") {
    return yield* refuse({ message: "--for spreadsheet: spreadsheets read CSV, not JSON lines" })
  }
  const { lists, segments, where } = input
  const sought = { words: Option.toArray(input.search), where, lists, segments, body: Option.none<string>() }
  const search = yield* Effect.catch(conditionsOf(sought), refuse)
  const definitions = yield* Effect.catch(customFields, refuse)
  const style = { delimiter: ",", isForSpreadsheet: Option.isSome(input.for) }
  const all = { ...search, advanced_search: [...search.advanced_search, ...filters] }
  const hasOptOuts = !definitions.some(hasOptOutKey)
  const optOuts = hasOptOuts ? yield* Effect.catch(optOutsOf(all), refuse) : null
  const extras = { optOuts, ...(yield* Effect.catch(listsOfContacts(all), refuse)) }
  const format = formatOf(input, path) === "jsonl" ? jsonLinesFormat(extras) : csvFormat(definitions, extras, style)
  const progress = yield* makeProgress("contacts")
  if (!hasOptOuts) {
    yield* progress.say("Opt-outs are not exported, because the workspace has a custom field named opted_out.")
  }
  let written = 0
  const pages = exportPages(all).pipe(Stream.catch((error) => Stream.fromEffect(refuse(error))))
  // Runs the search first, so that an invalid search leaves the file unchanged.
  if (hasConditions(sought) || Option.isSome(input.filter)) yield* Stream.runHead(pages)
  const texts = pages.pipe(
    Stream.mapEffect((contacts) => {
      written += contacts.length
      return Effect.as(progress.show(written, null), format.page(contacts))
    })
  )
  yield* write(path, format.head === "" ? texts : Stream.concat(Stream.succeed(format.head), texts)).pipe(
    Effect.tapError(() => (written > 0 && path !== "-" ? Console.error(`${path} is not complete.`) : Effect.void)),
    Effect.onInterrupt(() =>
      Effect.andThen(
        Console.error(`Interrupted after ${count(written)} contacts: the export is not complete.`),
        exitWith(2)
      )
    )
  )
  yield* progress.end
  yield* Effect.forEach(format.warnings(), progress.say, { discard: true })
  yield* progress.say(`${count(written)} contacts exported${path === "-" ? "" : ` to ${path}`}.`)
}, Effect.scoped)

/** Returns the scopes that the matching contacts of a search are opted out of, by contact uuid. */
const optOutsOf = Effect.fnUntraced(function* (search: ExportSearch) {
  const found = new Map<string, OptOutScope>()
  for (const value of OptOutScope.literals) {
    // Not by the column name, which a custom field may have too.
    yield* forEachFound(search, { field: optOutName, operator: "equals", value }, (uuid) => found.set(uuid, value))
  }
  return found
})

/** Returns the active lists, and for each matching contact of a search, which lists it is on. */
const listsOfContacts = Effect.fnUntraced(function* (search: ExportSearch) {
  const lists = yield* activeLists
  const listsOf = new Map<string, Array<(typeof lists)[number]>>()
  for (const list of lists) {
    const filter = { field: "contact_list_uuid", operator: "equals", value: [list.uuid] } as const
    yield* forEachFound(search, filter, (uuid) => listsOf.set(uuid, [...(listsOf.get(uuid) ?? []), list]))
  }
  return { lists, listsOf }
})

/** Calls a function with the uuid of each contact that matches a search and a filter. */
const forEachFound = (search: ExportSearch, filter: SearchItemBody, take: (uuid: string) => void) =>
  Stream.runForEach(
    exportPages({ ...search, advanced_search: [...(search.advanced_search ?? []), filter] }),
    (contacts) => Effect.sync(() => contacts.forEach(({ uuid }) => take(uuid)))
  )

const formatOf = ({ format }: ExportInput, path: string): "csv" | "jsonl" =>
  Option.getOrElse(format, () => formatNamed(path) ?? "csv")

const write = Effect.fnUntraced(function* <E, R>(
  path: string,
  texts: Stream.Stream<string, E, R>
): Effect.fn.Return<void, E | CommandRefused | OutputClosed, R | FileSystem.FileSystem | Scope.Scope | Stdio.Stdio> {
  const refuse = Effect.mapError((error: PlatformError.PlatformError) => cannotUse(path, error))
  if (path === "-") return yield* writeOutput(texts)
  const files = yield* FileSystem.FileSystem
  const file = yield* refuse(files.open(path, { flag: "w" }))
  yield* Stream.runForEach(texts, (text) => refuse(file.writeAll(new TextEncoder().encode(text))))
})

const decodeFilters = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Array(SearchItemBody)))

const readFilters = (filter: Option.Option<string>) =>
  Option.isNone(filter)
    ? Effect.succeed([])
    : Effect.mapError(decodeFilters(filter.value), (error) =>
        refusal(
          `--filter must be a list like [{"field":"email","operator":"exists"}]: ${error.message.replace(/\s+/g, " ")}`
        )
      )
