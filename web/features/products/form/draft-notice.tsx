import { History } from 'lucide-react'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'

interface DraftNoticeProps {
  /** The number of pictures in the draft that no longer exist. */
  lost: number
  onDiscard: () => void
}

export function DraftNotice({ lost, onDiscard }: DraftNoticeProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-leaf/40 bg-leaf-soft px-4 py-3 text-leaf-strong">
      <History aria-hidden size={20} className="shrink-0" />
      <output className="min-w-0 grow basis-60">
        <span className="font-semibold">Восстановлен черновик.</span>{' '}
        {lost > 0
          ? `Снимки хранятся сутки, поэтому ${counted(lost, ['снимок придётся', 'снимка придётся', 'снимков придётся'])} добавить снова.`
          : 'Продолжайте с того места, где остановились.'}
      </output>
      <Button variant="secondary" size="sm" onClick={onDiscard}>
        Начать заново
      </Button>
    </div>
  )
}
