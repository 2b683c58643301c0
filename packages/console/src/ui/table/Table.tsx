import type { ComponentChildren } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { Icon } from "../Icon.tsx"

export interface Column<Row> {
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  readonly align?: "end"
  /** A CSS width. Columns without a width share the remaining space. */
  readonly width?: string
  readonly sortable?: boolean
  /** Whether the title is only for screen readers, such as for columns of buttons. */
  readonly unseen?: boolean
}

export interface Sort {
  readonly key: string
  readonly order: "asc" | "desc"
}

/** The heading of a column. It orders the rows if the column is sortable. */
export const Heading = <Row,>({
  column,
  onSort,
  sort
}: {
  readonly column: Column<Row>
  readonly sort?: Sort | undefined
  readonly onSort?: ((sort: Sort) => void) | undefined
}) => {
  const order = sort?.key === column.key ? sort.order : undefined
  return (
    <th
      scope="col"
      class={column.align === "end" ? "end" : undefined}
      aria-sort={order === undefined ? undefined : order === "asc" ? "ascending" : "descending"}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          class="heading"
          onClick={() => onSort({ key: column.key, order: order === "asc" ? "desc" : "asc" })}
        >
          {column.title}
          <span class="heading-order" data-order={order}>
            <Icon name={order === "desc" ? "down" : "up"} />
          </span>
        </button>
      ) : (
        <span class={column.unseen ? "unseen" : undefined}>{column.title}</span>
      )}
    </th>
  )
}

/** A table of at most some hundred rows. On phones each row is a card, with the column titles next to its values. */
export const Table = <Row,>({
  caption,
  columns,
  rowKey,
  rows
}: {
  readonly caption: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly rowKey: (row: Row) => string
}) => (
  <ScrollBox label={caption}>
    <table class="table table-cards" role="table">
      <caption class="unseen">{caption}</caption>
      <colgroup>
        {columns.map(({ key, width }) => (
          <col key={key} style={width ? { width } : {}} />
        ))}
      </colgroup>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <Heading key={column.key} column={column} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map(({ align, cell, key, title, unseen }) => (
              <td key={key} role="cell" class={align} data-title={unseen ? undefined : title}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
)

/** Scrolls content that is wider than its space, also with the keyboard. */
const ScrollBox = ({ children, label }: { readonly label: string; readonly children: ComponentChildren }) => {
  const box = useRef<HTMLDivElement>(null)
  const [wide, setWide] = useState(false)
  const measure = () => {
    if (box.current !== null) setWide(box.current.scrollWidth > box.current.clientWidth)
  }
  useLayoutEffect(measure)
  useEffect(() => {
    const observer = new ResizeObserver(measure)
    if (box.current !== null) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={box} class="table-scroll" {...(wide ? { role: "region", "aria-label": label, tabIndex: 0 } : {})}>
      {children}
    </div>
  )
}
