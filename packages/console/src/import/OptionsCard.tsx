import { type KnownField, nameKey } from "@rollcall/contact-files"
import { call } from "../api/Client.ts"
import { useAction } from "../api/Load.ts"
import { allCustomFields } from "../contacts/ContactFields.ts"
import { definitionOf, typedField } from "../fields/FieldDraft.ts"
import { own } from "../reading/Own.ts"
import { plural } from "../texts/Text.ts"
import { ErrorBox } from "../ui/answers/ErrorBox.tsx"
import { Button } from "../ui/Button.tsx"
import { Select } from "../ui/forms/Select.tsx"
import { Card } from "../ui/Page.tsx"
import { Table } from "../ui/table/Table.tsx"
import type { Choices } from "./file/Choices.ts"

/** The value of a select for a cell that fails its row. Labels of options are never blank. */
const unmapped = " "

/** Cells that name no option of their field: the user maps them to options, leaves them out, or adds them as options. */
export const OptionsCard = ({
  choices,
  fields,
  onChoices,
  onFields,
  unknown
}: {
  readonly choices: Choices
  readonly fields: ReadonlyArray<KnownField>
  /** The unknown names, by field key. */
  readonly unknown: ReadonlyMap<string, ReadonlySet<string>>
  readonly onChoices: (choices: Choices) => void
  /** Called after options were added. */
  readonly onFields: () => void
}) => {
  const add = useAction(async ({ key, labels }: { readonly key: string; readonly labels: ReadonlyArray<string> }) => {
    await addOptions(key, labels)
    onFields()
  })
  const found = fields.flatMap((field) => {
    const cells = Array.from(unknown.get(field.field_key) ?? [], (name) => [nameKey(name), name] as const)
    const names = Array.from(new Map(cells).values())
    return names.length === 0 ? [] : [{ field, names }]
  })
  if (found.length === 0) return null
  const chosenFor = ({ field_key }: KnownField, name: string) =>
    own(own(choices.options, field_key) ?? {}, nameKey(name)) ?? unmapped
  const choose = ({ field_key }: KnownField, name: string, option: string) => {
    const { [nameKey(name)]: _, ...others } = own(choices.options, field_key) ?? {}
    const cells = option === unmapped ? others : { ...others, [nameKey(name)]: option }
    onChoices({ ...choices, options: { ...choices.options, [field_key]: cells } })
  }
  return (
    <Card title="Unknown options">
      <div class="import-report">
        <p class="field-hint">Rows with these values fail until you choose an option or add the value as an option.</p>
        <ErrorBox refusal={add.refusal} />
        {found.map(({ field, names }) => {
          const labels = names.filter((name) => chosenFor(field, name) === unmapped)
          return (
            <div key={field.field_key} class="import-lines">
              <Table
                caption={`Unknown options of ${field.name}`}
                rows={names}
                rowKey={nameKey}
                columns={[
                  { key: "value", title: field.name, cell: (name) => name },
                  {
                    key: "option",
                    title: "Imported as",
                    cell: (name) => (
                      <Select
                        aria-label={`Option of ${field.name} for ${name}`}
                        choices={[
                          { value: unmapped, title: "The row fails" },
                          { value: "", title: "Left out" },
                          ...(field.select_options ?? [])
                            .filter(({ archived }) => !archived)
                            .map((option) => ({ value: option.display_label, title: option.display_label }))
                        ]}
                        value={chosenFor(field, name)}
                        onValue={(option) => choose(field, name, option)}
                      />
                    )
                  }
                ]}
              />
              {labels.length > 0 && (
                <div class="import-actions">
                  <Button busy={add.busy} small onClick={() => void add.run({ key: field.field_key, labels })}>
                    {`Add ${plural(labels.length, "# option", "# options")} to ${field.name}`}
                  </Button>
                </div>
              )}
            </div>
          )
        })}
      </div>
    </Card>
  )
}

/** Adds options to a field, behind the options that it has now. */
const addOptions = async (key: string, labels: ReadonlyArray<string>): Promise<void> => {
  const field = (await allCustomFields(new AbortController().signal)).find(({ field_key }) => field_key === key)
  if (field === undefined) return
  const definition = definitionOf(typedField(field))
  await call("PATCH /v1/custom-fields/:custom_field_uuid", {
    params: { custom_field_uuid: field.uuid },
    body: { ...definition, select_options: [...(definition.select_options ?? []), ...labels] }
  })
}
