import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks"
import { Icon } from "../Icon.tsx"
import { placeBeside } from "../overlays/Popover.tsx"
import { type FieldProps, FormField, type FormFieldProps } from "./FormField.tsx"

export interface ComboOption {
  readonly value: string
  readonly title: string
  /** Small text next to the title: a count, a kind. */
  readonly hint?: string
}

export interface ComboboxProps extends Partial<FieldProps> {
  /** The options. Without `onSearch`, only options whose title contains the typed text are shown. */
  readonly options: ReadonlyArray<ComboOption>
  readonly value: string | undefined
  readonly onValue: (value: string) => void
  /** Called with the typed text, for options that the API finds. */
  readonly onSearch?: (typed: string) => void
  readonly placeholder?: string
  /** The name of the input, if no label belongs to it. */
  readonly label?: string
  readonly loading?: boolean
}

/** A combobox: options found by typing. The arrow keys move, Enter selects, and Escape closes without a change. */
export const Combobox = ({
  label,
  loading,
  onSearch,
  onValue,
  options,
  placeholder,
  value,
  ...field
}: ComboboxProps) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const [taking, setTaking] = useState(false)
  const chosen = options.find((option) => option.value === value)
  const shown = typed === undefined || onSearch ? options : options.filter(matching(typed))
  const at = Math.min(active, shown.length - 1)
  const current = shown[at]
  // A person who types a whole title and moves on has chosen it.
  const exact = typed === undefined ? undefined : shown.find(({ title }) => folded(title) === folded(typed))

  useEffect(() => {
    if (!open || !list.current || !input.current) return
    list.current.showPopover()
    list.current.style.minWidth = `${input.current.offsetWidth}px`
    placeBeside(list.current, input.current)
  }, [open, shown.length])
  useEffect(() => {
    if (open) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" })
  }, [open, active])

  // The first letter that is typed after a choice replaces it.
  useLayoutEffect(() => {
    if (!open && document.activeElement === input.current) input.current?.select()
  }, [open])

  // Enter selects a result for the whole typed string, not an earlier result for a part of it.
  useLayoutEffect(() => {
    if (!taking || loading) return
    setTaking(false)
    if (current) take(current)
  }, [taking, loading])

  const close = () => {
    setOpen(false)
    setTaking(false)
    setTyped(undefined)
    onSearch?.("")
  }
  const take = (option: ComboOption | undefined) => {
    if (option) onValue(option.value)
    close()
  }
  const show = () => {
    if (open) return
    input.current?.select()
    const chosenAt = options.findIndex((option) => option.value === value)
    setActive(Math.max(0, chosenAt))
    setOpen(true)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (open) setActive(Math.max(0, Math.min(shown.length - 1, active + step)))
      else show()
    } else if (open && event.key === "Enter") {
      event.preventDefault()
      setTaking(true)
    } else if (open && event.key === "Escape") {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }
  return (
    <span class="combobox">
      <input
        {...field}
        ref={input}
        class="input"
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && current ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellcheck={false}
        placeholder={placeholder}
        value={typed ?? chosen?.title ?? ""}
        onClick={show}
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          setTaking(false)
          setActive(0)
          setOpen(true)
          onSearch?.(event.currentTarget.value)
        }}
        onKeyDown={press}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => take(exact)}
      />
      <Icon name="down" />
      {open && (
        <ul
          ref={list}
          id={`${id}-list`}
          class="options"
          role="listbox"
          popover="manual"
          aria-label={label ?? placeholder}
        >
          {shown.map((option, index) => (
            <li
              key={option.value}
              id={`${id}-${index}`}
              class="option"
              role="option"
              aria-selected={option === current}
              onPointerMove={() => setActive(index)}
              onPointerDown={(event) => {
                event.preventDefault()
                take(option)
              }}
            >
              <span class="cut">{option.title}</span>
              {option.hint !== undefined && <span class="option-hint">{option.hint}</span>}
            </li>
          ))}
          {shown.length === 0 && (
            <li class="option-none" role="option" aria-disabled="true" aria-selected="false">
              {loading ? "Loading" : "Nothing found"}
            </li>
          )}
        </ul>
      )}
    </span>
  )
}

/** The combobox with a label, a hint and an error. */
export const ComboboxField = ({
  error,
  hint,
  label,
  unseen,
  ...combobox
}: Pick<FormFieldProps, "error" | "hint" | "label" | "unseen"> & Omit<ComboboxProps, "label" | keyof FieldProps>) => (
  <FormField label={label} hint={hint} error={error} unseen={unseen}>
    {(field) => <Combobox {...field} {...combobox} />}
  </FormField>
)

const matching = (typed: string) => {
  const wanted = folded(typed)
  return ({ title }: ComboOption) => folded(title).includes(wanted)
}

const folded = (title: string) => title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim()
