import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type Range,
  Virtualizer
} from "@tanstack/virtual-core"
import { type ComponentChildren, Fragment } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { type Column, Heading, type Sort } from "./Table.tsx"

export interface VirtualRowsProps<Row> {
  readonly caption: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly rowKey: (row: Row) => string
  /** The identity of the rows, such as their search. A change scrolls back to the start. */
  readonly identity?: string
  /** The total number of rows, including rows that aren't loaded. */
  readonly total: number
  /** Called near the end of the loaded rows, until all rows are loaded. */
  readonly onEnd: () => void
  readonly rowHeight?: number
  readonly sort?: Sort | undefined
  readonly onSort?: (sort: Sort) => void
  /** The action of the Space key on a row, usually to select it. */
  readonly onSpace?: (row: Row) => void
  readonly isSelected?: (row: Row) => boolean
  /** A leading column in the heading and each row, usually a checkbox. */
  readonly lead?: { readonly heading: ComponentChildren; readonly cell: (row: Row) => ComponentChildren }
}

const near = 30

/**
 * A table of thousands of rows that renders only visible rows, and scrolls below its headings. Up and Down move between
 * rows; Home and End go to the first and last loaded row; Tab moves within the focused row.
 */
export const VirtualRows = <Row,>({
  caption,
  columns,
  identity,
  isSelected,
  lead,
  onEnd,
  onSort,
  onSpace,
  rowHeight = 40,
  rowKey,
  rows,
  sort,
  total
}: VirtualRowsProps<Row>) => {
  const scroll = useRef<HTMLDivElement>(null)
  const [, setRound] = useState(0)
  const [focused, setFocused] = useState(0)
  const moves = useRef(false)
  const active = Math.max(0, Math.min(focused, rows.length - 1))
  const options = {
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    overscan: 8,
    // The focused row stays rendered even out of sight; otherwise the focus would be lost.
    rangeExtractor: (range: Range) => [...new Set([...defaultRangeExtractor(range), active])].toSorted((a, b) => a - b),
    onChange: () => setRound((before) => before + 1)
  }
  const [virtualizer] = useState(() => new Virtualizer<HTMLDivElement, Element>(options))
  virtualizer.setOptions(options)
  useLayoutEffect(() => virtualizer._didMount(), [])
  useLayoutEffect(() => virtualizer._willUpdate())
  useLayoutEffect(() => {
    setFocused(0)
    if (scroll.current) scroll.current.scrollTop = 0
  }, [identity])

  const items = virtualizer.getVirtualItems()
  const last = virtualizer.range?.endIndex ?? -1
  useEffect(() => {
    if (rows.length < total && last >= rows.length - near) onEnd()
  }, [last, rows.length, total])

  const span = columns.length + (lead ? 1 : 0)
  const focusRow = (index: number) => {
    moves.current = true
    setFocused(index)
    virtualizer.scrollToIndex(index)
  }
  useLayoutEffect(() => {
    if (moves.current)
      scroll.current?.querySelector<HTMLElement>(`tr[data-at="${active}"]`)?.focus({ preventScroll: true })
    moves.current = false
  }, [active])
  // Links of other rows aren't reachable with Tab, which would take thousands of presses to leave the table.
  useLayoutEffect(() => {
    for (const element of scroll.current?.querySelectorAll<HTMLElement>("tbody :is(a, button)") ?? [])
      element.tabIndex = element.closest("tr")?.dataset["at"] === String(active) ? 0 : -1
  })
  const press = (event: KeyboardEvent) => {
    const row = rows[active]
    const onRow = event.target instanceof HTMLTableRowElement
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / rowHeight) - 2)
    const to = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rows.length - 1
    }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      focusRow(Math.max(0, Math.min(rows.length - 1, to)))
    } else if (onRow && row !== undefined && event.key === " " && onSpace) {
      event.preventDefault()
      onSpace(row)
    } else if (onRow && event.key === "Enter") {
      event.target.querySelector<HTMLElement>("a[href]")?.click()
    }
  }
  return (
    <div ref={scroll} class="table-scroll table-virtual">
      <table class="table table-fixed" data-few={columns.length <= 2 ? "" : undefined} aria-rowcount={total + 1}>
        <caption class="unseen">{caption}</caption>
        <colgroup>
          {lead && <col class="table-lead" />}
          {columns.map(({ key, width }) => (
            <col key={key} style={width ? { width } : {}} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {lead && <th scope="col">{lead.heading}</th>}
            {columns.map((column) => (
              <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={press}>
          {items.map(({ index, start }, at) => {
            const row = rows[index]
            if (row === undefined) return null
            const selected = isSelected?.(row)
            return (
              <Fragment key={rowKey(row)}>
                <Space height={start - (items[at - 1]?.end ?? 0)} span={span} />
                <tr
                  data-at={index}
                  aria-rowindex={index + 2}
                  data-selected={selected ? "" : undefined}
                  tabIndex={index === active ? 0 : -1}
                  onFocusIn={() => setFocused(index)}
                  style={{ height: `${rowHeight}px` }}
                >
                  {lead && <td>{lead.cell(row)}</td>}
                  {columns.map(({ align, cell, key }) => (
                    <td key={key} class={align}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              </Fragment>
            )
          })}
          <Space height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} span={span} />
        </tbody>
      </table>
    </div>
  )
}

/** Empty space for the rows that are not rendered. */
const Space = ({ height, span }: { readonly height: number; readonly span: number }) =>
  height > 0 ? (
    <tr class="table-space" aria-hidden="true">
      <td colSpan={span} style={{ height: `${height}px` }} />
    </tr>
  ) : null
