import type { ReactNode } from 'react'
import type { Plant } from '#contract/plants.ts'
import { CircleCheck, Clock3, LoaderCircle, Sprout } from '#web/ui/icons.ts'
import { LatinName } from '#web/ui/latin-name.tsx'
import { Picture } from '#web/ui/picture.tsx'
import type { Publication } from './publication.ts'

interface PublicationNoteProps {
  publication: Publication
  plant: Plant | null | undefined
}

const iconSize = 20

/** Says in advance whether the product will be published at once, and shows the matching plant of the directory. */
export function PublicationNote({ publication, plant }: PublicationNoteProps) {
  return (
    <div aria-live="polite">
      <Verdict publication={publication} />
      {plant && publication.kind !== 'open' && (
        <div className="mt-3 flex items-center gap-3 rounded-lg border border-line bg-surface p-3">
          <Picture src={plant.get_image} alt="" sizes="5rem" ratio={[1, 1]} className="max-w-20 rounded-md" eager />
          <div className="min-w-0">
            <p className="leading-snug font-semibold">
              {plant.genus} {plant.species}
            </p>
            {plant.latin_name && <LatinName className="text-muted">{plant.latin_name}</LatinName>}
            {plant.synonyms && <p className="mt-0.5 text-xs text-muted">Ещё называют: {plant.synonyms}</p>}
          </div>
        </div>
      )}
    </div>
  )
}

function Verdict({ publication }: { publication: Publication }) {
  switch (publication.kind) {
    case 'open':
      return (
        <Note className="border-line bg-sunken text-muted" icon={<Sprout size={iconSize} />}>
          Выберите категорию, род и вид: найдём растение в справочнике и подставим всё, что о нём известно.
        </Note>
      )
    case 'asking':
      return (
        <Note
          className="border-line bg-sunken text-muted"
          icon={<LoaderCircle size={iconSize} className="animate-spin" />}
        >
          Ищем растение в справочнике…
        </Note>
      )
    case 'at-once':
      return (
        <Note className="border-success/40 bg-success-soft text-success" icon={<CircleCheck size={iconSize} />}>
          Опубликуется сразу: растение есть в справочнике
        </Note>
      )
    case 'waits':
      return (
        <Note
          className="border-edge/60 bg-accent-soft text-ink"
          icon={<Clock3 size={iconSize} className="text-accent-strong" />}
        >
          Будет ждать проверки: такого растения нет в справочнике под этой категорией. Проверьте написание или
          сохраняйте как есть.
        </Note>
      )
    case 'checked-again':
      return (
        <Note
          className="border-edge/60 bg-accent-soft text-ink"
          icon={<Clock3 size={iconSize} className="text-accent-strong" />}
        >
          Когда вы сохраните изменения, объявление снова проверят.
        </Note>
      )
    case 'stays':
      return publication.isPublished ? (
        <Note className="border-success/40 bg-success-soft text-success" icon={<CircleCheck size={iconSize} />}>
          Опубликовано. Изменения увидят сразу.
        </Note>
      ) : (
        <Note
          className="border-edge/60 bg-accent-soft text-ink"
          icon={<Clock3 size={iconSize} className="text-accent-strong" />}
        >
          Ещё не опубликовано: ждёт проверки.
        </Note>
      )
  }
}

function Note({ className, icon, children }: { className: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div className={`flex items-start gap-3 rounded-lg border px-4 py-3 ${className}`}>
      <span className="mt-0.5 shrink-0">{icon}</span>
      <p>{children}</p>
    </div>
  )
}
