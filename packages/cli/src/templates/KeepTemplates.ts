import { type Template, Templates } from "@rollcall/core"
import { readTemplateFile } from "../serve/index.ts"
import { Effect } from "effect"
import { asRefusal, NotDone, refusal } from "../CommandRefused.ts"
import { print, type Printed } from "../screen/Output.ts"
import { countOf } from "../screen/Text.ts"
import { type AddressFlags, type DatabaseAddress, readDatabase, refuseStore } from "../targets/Address.ts"
import { DatabaseCaller, layerDatabase } from "../targets/DatabaseTarget.ts"
import { forCommand } from "../targets/CommandTarget.ts"

const why = "a server can't change templates"

/** Adds the templates of a file, all or none. Creates a missing database and its workspace `default`. */
export const addTemplates = Effect.fn("KeepTemplates.add")(function* (
  { file, json }: Printed & { readonly file: string },
  flags: AddressFlags
) {
  const address = yield* readDatabase(flags, why)
  const added = yield* asRefusal(readTemplateFile(file))
  yield* Effect.gen(function* () {
    const templates = yield* Templates
    yield* templates.replace(yield* DatabaseCaller, added)
  }).pipe(
    Effect.catchTags({
      InvalidInput: ({ message }) => Effect.fail(refusal(`${file}: ${message}`)),
      StorageError: refuseStore(address)
    }),
    inDatabase(address, { make: true })
  )
  yield* print(json, { added: added.length }, () => `${countOf(added.length, "template")} added.`)
})

export const removeTemplate = Effect.fn("KeepTemplates.remove")(function* (
  { json, ...removed }: Printed & Pick<Template, "locale" | "name">,
  flags: AddressFlags
) {
  const { locale, name } = removed
  const address = yield* readDatabase(flags, why)
  const what = `${JSON.stringify(name)} in locale ${JSON.stringify(locale)}`
  yield* Effect.gen(function* () {
    const templates = yield* Templates
    yield* templates.delete(yield* DatabaseCaller, name, locale)
  }).pipe(
    Effect.catchTags({
      TemplateNotFound: () => Effect.fail(new NotDone({ message: `this workspace keeps no template ${what}` })),
      StorageError: refuseStore(address)
    }),
    inDatabase(address, { make: false })
  )
  yield* print(json, { removed }, () => `Template ${what} removed.`)
})

const inDatabase = (address: DatabaseAddress, options: { readonly make: boolean }) =>
  Effect.provide(forCommand(layerDatabase(address, options)))
