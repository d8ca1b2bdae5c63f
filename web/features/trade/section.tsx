import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  /** In small print beside the heading. */
  note?: ReactNode
  children: ReactNode
}

/** A part of a screen with its heading. */
export function Section({ title, note, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-4">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
      {children}
    </section>
  )
}
