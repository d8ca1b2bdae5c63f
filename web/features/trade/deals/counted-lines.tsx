import type { ReactNode } from 'react'

interface CountedLinesProps {
  /** What is counted, above the fields where they stand in a column; on a narrow screen each field says it. */
  head: string
  children: ReactNode
}

/** Lines of a delivery, each with a field for how many: rows of one frame. */
export function CountedLines({ head, children }: CountedLinesProps) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      <p aria-hidden className="border-b border-line px-3 py-1.5 text-right text-sm font-semibold max-sm:hidden">
        <span className="inline-block w-28 text-left">{head}</span>
      </p>
      <ul className="divide-y divide-line">{children}</ul>
    </div>
  )
}

interface CountedLineProps {
  name: string
  /** Size, and how many there are. */
  facts: string
  /** The field. */
  field: ReactNode
  /** What else is to be said of it. */
  children?: ReactNode
}

export function CountedLine({ name, facts, field, children }: CountedLineProps) {
  return (
    <li className="grid gap-3 px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 grow basis-40 wrap-anywhere">
          <span className="block leading-snug font-semibold">{name}</span>
          <span className="block text-sm text-muted">{facts}</span>
        </p>
        {field}
      </div>
      {children}
    </li>
  )
}
