import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'

interface FormSectionProps {
  title: string
  /** A line below the heading. */
  hint?: ReactNode
  children: ReactNode
}

/** A section of the form with its heading; its fields are in two columns if there is room. */
export function FormSection({ title, hint, children }: FormSectionProps) {
  return (
    <Card>
      <section aria-label={title}>
        <h2 className="text-xl">{title}</h2>
        {hint && <p className="mt-1 text-sm text-muted">{hint}</p>}
        <div className="mt-4 grid gap-x-5 gap-y-5 sm:grid-cols-2">{children}</div>
      </section>
    </Card>
  )
}
