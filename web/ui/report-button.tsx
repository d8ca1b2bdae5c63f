import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Flag } from './icons.ts'
import type { Said } from './report-dialog.tsx'

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))

interface ReportButtonProps {
  /** What is reported: «Пожаловаться на …». */
  label: string
  onSend: (said: Said) => Promise<unknown>
}

/** A quiet button that opens the form of a report. */
export function ReportButton({ label, onSend }: ReportButtonProps) {
  const [open, setOpen] = useState<boolean | null>(null)
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box}>
      <Button variant="quiet" size="sm" className="min-h-11" onClick={() => setOpen(true)}>
        <Flag size={18} />
        {label}
      </Button>
      {open !== null && (
        <Suspense>
          <ReportDialog
            open={open}
            title={label}
            onSend={onSend}
            onClose={() => {
              setOpen(false)
              box.current?.querySelector('button')?.focus()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
