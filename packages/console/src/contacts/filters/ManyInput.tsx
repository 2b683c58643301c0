import { useState } from "preact/hooks"
import { call } from "../../api/Client.ts"
import { useLoad } from "../../api/Load.ts"
import { Icon } from "../../ui/Icon.tsx"
import { Combobox, type ComboOption } from "../../ui/forms/Combobox.tsx"
import { plural } from "../../texts/Text.ts"

interface ManyProps {
  readonly chosen: ReadonlyArray<string>
  readonly onChosen: (chosen: ReadonlyArray<string>) => void
}

/** Several options of a field. */
export const ChoicesInput = ({
  choices,
  chosen,
  onChosen
}: ManyProps & { readonly choices: ReadonlyArray<ComboOption> }) => (
  <Many
    chosen={chosen}
    onChosen={onChosen}
    titleOf={(value) => choices.find((choice) => choice.value === value)?.title ?? value}
    options={choices.filter(({ value }) => !chosen.includes(value))}
    label="Add an option"
  />
)

/** Several lists or segments, which are found by their names. */
export const SetInput = ({ chosen, of, onChosen }: ManyProps & { readonly of: "lists" | "segments" }) => {
  const [typed, setTyped] = useState("")
  const [titles, setTitles] = useState<Readonly<Record<string, string>>>({})
  const found = useLoad((signal) => findSets(of, typed, signal), [of, typed], { delay: typed === "" ? 0 : 150 })
  const named = useLoad(
    (signal) =>
      nameSets(
        of,
        chosen.filter((uuid) => titles[uuid] === undefined),
        signal
      ),
    [of, chosen.join()]
  )
  const options = (found.value ?? []).filter(({ value }) => !chosen.includes(value))
  return (
    <Many
      chosen={chosen}
      onChosen={(next) => {
        const taken = Object.fromEntries(options.map(({ title, value }) => [value, title]))
        setTitles({ ...titles, ...named.value, ...taken })
        onChosen(next)
      }}
      titleOf={(uuid) => titles[uuid] ?? named.value?.[uuid] ?? "…"}
      options={options}
      label={of === "lists" ? "Add a list" : "Add a segment"}
      loading={found.loading}
      onSearch={setTyped}
    />
  )
}

const Many = ({
  chosen,
  label,
  loading = false,
  onChosen,
  onSearch,
  options,
  titleOf
}: ManyProps & {
  readonly options: ReadonlyArray<ComboOption>
  readonly titleOf: (value: string) => string
  readonly label: string
  readonly loading?: boolean
  readonly onSearch?: (typed: string) => void
}) => (
  <div class="filters-many">
    {chosen.map((value) => (
      <span key={value} class="filters-chip">
        <span class="cut">{titleOf(value)}</span>
        <button
          type="button"
          aria-label={`Remove ${titleOf(value)}`}
          onClick={() => onChosen(chosen.filter((other) => other !== value))}
        >
          <Icon name="close" />
        </button>
      </span>
    ))}
    <Combobox
      label={label}
      placeholder={label}
      options={options}
      value={undefined}
      loading={loading}
      onValue={(value) => onChosen([...chosen, value])}
      {...(onSearch === undefined ? {} : { onSearch })}
    />
  </div>
)

const findSets = async (of: "lists" | "segments", search: string, signal: AbortSignal) => {
  const query = { limit: 50, ...(search === "" ? {} : { search }) }
  if (of === "segments") {
    const { segments } = await call("GET /v1/segments", { query, signal })
    return segments.map(({ name, uuid }): ComboOption => ({ value: uuid, title: name }))
  }
  const { contact_lists } = await call("GET /v1/contact-lists", { query, signal })
  return contact_lists.map(({ count, emoji, name, uuid }): ComboOption => ({
    value: uuid,
    title: emoji === null ? name : `${emoji} ${name}`,
    hint: plural(count, "# contact", "# contacts")
  }))
}

const nameSets = async (of: "lists" | "segments", uuids: ReadonlyArray<string>, signal: AbortSignal) => {
  const named = uuids.map(async (uuid): Promise<readonly [string, string]> => {
    const { name } =
      of === "segments"
        ? await call("GET /v1/segments/:segment_uuid", { params: { segment_uuid: uuid }, signal })
        : await call("GET /v1/contact-lists/:contact_list_uuid", { params: { contact_list_uuid: uuid }, signal })
    return [uuid, name]
  })
  return Object.fromEntries(await Promise.all(named))
}
