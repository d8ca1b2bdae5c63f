import type { ReactNode } from 'react'
import { History } from '#web/ui/icons.ts'
import { Button } from './button.tsx'

interface DraftNoticeProps {
  /** What is different from how it was left. */
  children?: ReactNode
  onDiscard: () => void
}

/** Above a form that goes on with what was typed before. */
export function DraftNotice({ children, onDiscard }: DraftNoticeProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-leaf/40 bg-leaf-soft px-4 py-3 text-leaf-strong">
      <History size={20} className="shrink-0" />
      <output className="min-w-0 grow basis-60">
        <span className="font-semibold">Восстановлен черновик.</span>{' '}
        {children || 'Продолжайте с того места, где остановились.'}
      </output>
      <Button variant="secondary" size="sm" onClick={onDiscard}>
        Начать заново
      </Button>
    </div>
  )
}
