import { Button } from '#web/ui/button.tsx'
import { History } from '#web/ui/icons.ts'

/** Shown when the form contains a restored draft. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-leaf/40 bg-leaf-soft px-4 py-3 text-leaf-strong">
      <History size={20} className="shrink-0" />
      <output className="min-w-0 grow basis-60">
        <span className="font-semibold">Восстановлена несохранённая правка.</span> Продолжайте с того места, где
        остановились.
      </output>
      <Button variant="secondary" size="sm" onClick={onDiscard}>
        Забыть её
      </Button>
    </div>
  )
}
