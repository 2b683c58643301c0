import type { ComponentChildren } from "preact"
import { useId, useRef } from "preact/hooks"

interface Tab<Name extends string> {
  readonly name: Name
  readonly title: string
  readonly count?: number
}

export const activeTabs = [
  { name: "active", title: "Active" },
  { name: "archived", title: "Archived" }
] as const

export interface TabsProps<Name extends string> {
  readonly label: string
  readonly tabs: ReadonlyArray<Tab<Name>>
  readonly current: Name
  readonly onSelect: (name: Name) => void
  readonly children: ComponentChildren
}

/** Tabs of a view. The arrow keys move between them; the current tab belongs in the URL. */
export const Tabs = <Name extends string>({ children, current, label, onSelect, tabs }: TabsProps<Name>) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === current)
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (next === undefined) return
    event.preventDefault()
    onSelect(next.name)
    list.current?.querySelector<HTMLElement>(`[id="${id}-${next.name}"]`)?.focus()
  }
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ count, name, title }) => (
          <button
            key={name}
            id={`${id}-${name}`}
            class="tab"
            type="button"
            role="tab"
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onSelect(name)}
          >
            {title}
            {count !== undefined && <span class="tab-count numbers">{count}</span>}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} tabIndex={-1}>
        {children}
      </div>
    </>
  )
}
