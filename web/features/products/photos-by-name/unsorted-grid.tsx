import { Button } from '#web/ui/button.tsx'
import type { Photo } from '#web/ui/photos/photo-list.ts'
import { PhotoTile, tileGrid } from './photo-tile.tsx'
import { countedPhotos } from './words.ts'

interface UnsortedGridProps {
  photos: readonly Photo[]
  chosen: ReadonlySet<string>
  onChoose: (keys: readonly string[], isChosen: boolean) => void
  /** Asks for the product of the chosen photos. */
  onPick: () => void
  onRemove: () => void
  onRetry: (key: string) => void
}

/** Photos that are given to products by hand: several are chosen, then their product. */
export function UnsortedGrid({ photos, chosen, onChoose, onPick, onRemove, onRetry }: UnsortedGridProps) {
  const keys = photos.map(({ key }) => key)
  const count = keys.filter(key => chosen.has(key)).length
  const areAll = count === photos.length
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="sm" onClick={() => onChoose(keys, !areAll)} className="min-h-11">
          {areAll ? 'Снять выбор' : 'Выбрать все'}
        </Button>
        <Button size="sm" disabled={count === 0} onClick={onPick} className="min-h-11">
          К какому растению?
        </Button>
        <Button variant="quiet" size="sm" disabled={count === 0} onClick={onRemove} className="min-h-11">
          Убрать
        </Button>
        <output className="text-sm text-muted tabular-nums">
          {count > 0 ? `Выбрано: ${countedPhotos(count)}` : 'Отметьте снимки одного растения'}
        </output>
      </div>
      <ul className={tileGrid}>
        {photos.map(photo => (
          <li key={photo.key}>
            <label className="block cursor-pointer">
              <PhotoTile photo={photo} onRetry={() => onRetry(photo.key)} isChosen={chosen.has(photo.key)}>
                <span className="absolute top-2 left-2 grid size-8 place-items-center rounded-md bg-surface/90 shadow-card">
                  <input
                    type="checkbox"
                    aria-label={photo.name}
                    checked={chosen.has(photo.key)}
                    onChange={event => onChoose([photo.key], event.target.checked)}
                    className="size-5 accent-leaf"
                  />
                </span>
              </PhotoTile>
            </label>
          </li>
        ))}
      </ul>
    </div>
  )
}
