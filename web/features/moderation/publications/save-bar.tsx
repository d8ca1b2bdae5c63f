import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'

interface SaveBarProps {
  /** `null`: not saved yet. */
  isPublished: boolean | null
  busy: boolean
  onPublish: () => void
}

/** Stays at the lower edge of the window, on a phone above the members' icons. */
export function SaveBar({ isPublished, busy, onPublish }: SaveBarProps) {
  return (
    <div className="sticky bottom-[calc(3.0625rem+env(safe-area-inset-bottom))] z-20 -mx-4 border-t border-line bg-surface px-4 py-3 shadow-lift sm:-mx-6 sm:px-6 md:bottom-0 lg:mx-0 lg:rounded-t-lg lg:border-x">
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p className="mr-auto text-sm text-muted max-sm:hidden">
          {isPublished ? 'Читатели увидят сохранённое сразу' : 'Черновик видят только модераторы'}
        </p>
        <ButtonLink to="/staff/publications" variant="quiet" className="max-sm:hidden">
          К списку
        </ButtonLink>
        <Button type="submit" variant={isPublished === false ? 'secondary' : 'primary'} busy={busy}>
          {isPublished === null ? 'Сохранить черновик' : 'Сохранить'}
        </Button>
        {isPublished === false && (
          <Button busy={busy} onClick={onPublish}>
            Опубликовать
          </Button>
        )}
      </div>
    </div>
  )
}
