import { useState } from "preact/hooks"
import { useLoad } from "../../api/Load.ts"
import { SetPicker, loadSet, type SetKind } from "../../sets/Sets.tsx"
import { Combobox, type ComboOption } from "../../ui/forms/Combobox.tsx"
import type { ChosenProps } from "../../ui/forms/FormField.tsx"
import { Icon } from "../../ui/Icon.tsx"

type ManyProps = ChosenProps<string>

/** An input for several options of a field. */
export const ChoicesInput = ({
  choices,
  chosen,
  onChosen
}: ManyProps & { readonly choices: ReadonlyArray<ComboOption> }) => (
  <div class="filters-many">
    <Chips
      chosen={chosen}
      onChosen={onChosen}
      titleOf={(value) => choices.find((choice) => choice.value === value)?.title ?? value}
    />
    <Combobox
      label="Add an option"
      placeholder="Add an option"
      options={choices.filter(({ value }) => !chosen.includes(value))}
      value={undefined}
      onValue={(value) => onChosen([...chosen, value])}
    />
  </div>
)

/** An input for several lists or segments, found by name. */
export const SetInput = ({ chosen, of, onChosen }: ManyProps & { readonly of: SetKind }) => {
  const [titles] = useState(() => new Map<string, string>())
  useLoad((signal) => addTitles(titles, of, chosen, signal), [of, chosen.join()])
  return (
    <div class="filters-many">
      <Chips chosen={chosen} onChosen={onChosen} titleOf={(uuid) => titles.get(uuid) ?? "…"} />
      <SetPicker
        of={of}
        label={`Add a ${of}`}
        without={chosen}
        onChosen={(uuid, title) => {
          titles.set(uuid, title)
          onChosen([...chosen, uuid])
        }}
      />
    </div>
  )
}

const Chips = ({ chosen, onChosen, titleOf }: ManyProps & { readonly titleOf: (value: string) => string }) => (
  <>
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
  </>
)

/** Adds the titles of lists or segments that are not known yet. */
const addTitles = async (
  titles: Map<string, string>,
  of: SetKind,
  uuids: ReadonlyArray<string>,
  signal: AbortSignal
): Promise<void> => {
  for (const uuid of uuids.filter((uuid) => !titles.has(uuid)))
    titles.set(uuid, (await loadSet(of, uuid, signal)).title)
}
