import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Publication } from './publication.ts'

interface SaveBarProps {
  isNew: boolean
  publication: Publication
  /** The number of pictures that are still uploading. */
  sending: number
  busy: boolean
}

/** The result of saving, if worth repeating beside the button. */
const outcomes: Partial<Record<Publication['kind'], string>> = {
  'at-once': 'Покупатели увидят растение сразу',
  waits: 'Сначала растение проверят',
  'checked-again': 'Объявление снова проверят',
}

/** Stays at the lower edge of the window, on a phone above the members' navigation icons. */
export function SaveBar({ isNew, publication, sending, busy }: SaveBarProps) {
  const label = isNew && publication.kind === 'at-once' ? 'Опубликовать' : 'Сохранить'
  return (
    <div className="sticky bottom-[calc(3.0625rem+env(safe-area-inset-bottom))] z-20 -mx-4 mt-6 border-t border-line bg-surface px-4 py-3 shadow-lift sm:-mx-6 sm:px-6 md:bottom-0 lg:mx-0 lg:rounded-t-lg lg:border-x">
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
        <p className="mr-auto min-w-0 text-sm text-muted max-sm:basis-full" aria-live="polite">
          {sending > 0 ? (
            `${busy ? 'Ждём загрузку снимков' : 'Снимки загружаются'}: ${sending}`
          ) : (
            <span className="max-sm:hidden">{outcomes[publication.kind]}</span>
          )}
        </p>
        <ButtonLink to="/products/my_products/" variant="quiet">
          Отмена
        </ButtonLink>
        <Button type="submit" busy={busy}>
          {label}
        </Button>
      </div>
    </div>
  )
}
