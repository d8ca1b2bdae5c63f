import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { X } from '#web/ui/icons.ts'
import { StoredImage } from '#web/ui/picture.tsx'
import { differs, type Line, shownLines } from './lines.ts'

export interface Column {
  id: string
  name: string
  /** Its page. */
  to: string
  picture: string
  /** What it is called besides. */
  children?: ReactNode
  /** The comparison without it. */
  withoutTo: string
  onRemove: () => void
}

interface SideBySideProps {
  caption: string
  columns: Column[]
  lines: Line[]
}

// Collapsed borders would stay behind where the first column sticks.
const firstColumn = 'sticky left-0 z-10 border-r border-b border-line bg-paper py-2.5 pr-2 text-left align-top'

/**
 * Things in columns, what is said of them in lines. On a narrow screen the table scrolls sideways within itself, and the
 * first column stays.
 */
export function SideBySide({ caption, columns, lines }: SideBySideProps) {
  const [onlyDifferences, setOnlyDifferences] = useState(false)
  const isComparison = columns.length > 1
  const shown = shownLines(lines, onlyDifferences && isComparison)
  return (
    <>
      {isComparison && (
        <div className="flex flex-wrap items-center gap-x-6">
          <CheckboxField
            label="Показать только отличия"
            checked={onlyDifferences}
            onChange={event => setOnlyDifferences(event.target.checked)}
            className="needs-script"
          />
          <p className="flex items-center gap-2 text-sm text-muted">
            <Mark />в чём есть отличия
          </p>
        </div>
      )}
      <section
        aria-label={caption}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="mt-2 scroll-pl-38 overflow-x-auto overscroll-x-contain max-sm:-mx-4 max-sm:pl-4 sm:scroll-pl-48"
      >
        <table
          // As wide as its columns are said to be, so that they do not move while the page is arriving.
          className="w-0 table-fixed border-separate border-spacing-0 text-left"
        >
          <caption className="sr-only">{caption}</caption>
          <colgroup>
            <col className="w-34 sm:w-44" />
            {columns.map(({ id }) => (
              <col key={id} className="w-44 sm:w-60" />
            ))}
          </colgroup>
          <thead>
            <tr>
              <td className={firstColumn} />
              {columns.map(column => (
                <Head key={column.id} {...column} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(line => (
              <tr key={line.label}>
                <th scope="row" className={clsx(firstColumn, 'text-sm font-normal wrap-anywhere text-muted')}>
                  <span className="flex items-baseline gap-1.5">
                    {isComparison && differs(line) && <Mark />}
                    <span className={clsx(isComparison && differs(line) && 'font-semibold text-ink')}>
                      {line.label}
                      {isComparison && differs(line) && <span className="sr-only">, отличается</span>}
                    </span>
                  </span>
                </th>
                {line.cells.map(({ value, shown: more }, at) => (
                  <td
                    key={columns[at]?.id}
                    className={clsx(
                      'border-b border-line px-3 py-2.5 align-top wrap-anywhere',
                      value === null && !more && 'text-muted',
                    )}
                  >
                    {more ?? value ?? '—'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {onlyDifferences && isComparison && !shown.some(differs) && (
        <p className="mt-3 text-muted">Во всём, что о них известно, они одинаковы.</p>
      )}
    </>
  )
}

function Mark() {
  return <span aria-hidden className="inline-block size-2 shrink-0 rounded-full bg-accent" />
}

function Head({ name, to, picture, children, withoutTo, onRemove }: Column) {
  return (
    <th scope="col" className="relative border-b border-line px-3 pb-3 align-top font-normal">
      <StoredImage
        src={picture}
        sizes="(width < 40rem) 9.5rem, 13.5rem"
        alt=""
        width={216}
        height={162}
        decoding="async"
        className="plate aspect-4/3 h-auto w-full rounded-md object-cover"
      />
      <Link
        to={withoutTo}
        replace
        preventScrollReset
        aria-label={`Убрать из сравнения: ${name}`}
        onClick={() => {
          // What had the focus goes.
          document.getElementById('main')?.focus({ preventScroll: true })
          onRemove()
        }}
        className="absolute top-1 right-4 grid size-9 place-items-center rounded-full bg-surface/90 text-ink shadow-card hover:text-danger"
      >
        <X size={18} />
      </Link>
      <Link to={to} className="link mt-2 inline-block min-h-6 font-semibold wrap-anywhere">
        {name}
      </Link>
      {children && <div className="text-sm wrap-anywhere">{children}</div>}
    </th>
  )
}
