import { clsx } from 'clsx'
import { useState } from 'react'
import { photosAtOnceMax } from '#contract/product-photos.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Images, X } from '#web/ui/icons.ts'
import type { Photo } from '#web/ui/photos/photo-list.ts'
import { acceptedTypes } from '#web/ui/photos/refuse-file.ts'
import { useIncomingFiles } from '#web/ui/photos/use-incoming-files.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { countedPhotos } from './words.ts'

interface DropBoxProps {
  photos: readonly Photo[]
  /** Takes the files and returns a message for each that is refused. */
  onFiles: (files: File[]) => string[]
  /** Stops sending; sent photos stay. */
  onStop: () => void
}

/** Where photos arrive: dropped anywhere on the page, pasted or chosen. */
export function DropBox({ photos, onFiles, onStop }: DropBoxProps) {
  const [refusals, setRefusals] = useState<string[]>([])
  const take = (files: File[]) => {
    if (files.length > 0) setRefusals([...new Set(onFiles(files))])
  }
  const isOver = useIncomingFiles(take)
  const sending = photos.filter(({ state }) => state === 'sending')
  const sent = photos.length - sending.length
  const share = photos.reduce((sum, { state, progress }) => sum + (state === 'sending' ? progress : 1), 0)
  return (
    <section aria-label="Загрузка снимков">
      <div
        className={clsx(
          'grid justify-items-center gap-2 rounded-xl border-2 border-dashed px-4 text-center transition-colors',
          photos.length > 0 ? 'py-5' : 'py-8 sm:py-10',
          isOver ? 'border-leaf bg-leaf-soft' : 'border-edge bg-surface',
        )}
      >
        {photos.length === 0 && <Images size={36} strokeWidth={1.5} className="text-leaf" />}
        <p className="font-serif text-xl">
          {isOver ? (
            'Отпустите снимки'
          ) : photos.length > 0 ? (
            'Добавьте ещё, если нужно'
          ) : (
            <>
              <span className="max-sm:hidden">Перетащите сюда все снимки разом</span>
              <span className="sm:hidden">Выберите снимки разом</span>
            </>
          )}
        </p>
        {photos.length === 0 && (
          <p id="photo-files-hint" className="max-w-prose text-sm text-muted">
            До {photosAtOnceMax} снимков за раз: JPEG, PNG, WebP, AVIF, GIF. Назовите файлы артикулом или растением:
            «ТС-100_2.jpg», «Туя Смарагд 1.jpg», «tuya-smaragd-01.jpg».
          </p>
        )}
        <label
          className={buttonStyle(
            photos.length > 0 ? 'secondary' : 'primary',
            'md',
            'relative mt-1 cursor-pointer focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-leaf',
          )}
        >
          Выбрать снимки
          <input
            id="photo-files"
            type="file"
            multiple
            accept={acceptedTypes}
            aria-describedby={photos.length === 0 ? 'photo-files-hint photo-files-errors' : 'photo-files-errors'}
            onChange={event => {
              take([...(event.target.files ?? [])])
              // The same files may be chosen again.
              event.target.value = ''
            }}
            className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
          />
        </label>
        {sending.length > 0 && (
          <div className="mt-3 grid w-full max-w-md gap-2">
            <ProgressBar
              label="Загружаем снимки"
              share={share / photos.length}
              detail={`${sent} из ${photos.length}`}
            />
            <div>
              <Button variant="quiet" size="sm" onClick={onStop}>
                <X size={16} />
                Остановить: не загружать {countedPhotos(sending.length)}
              </Button>
            </div>
          </div>
        )}
      </div>
      <div role="alert" id="photo-files-errors">
        {refusals.map((refusal, index) => (
          <FieldError key={refusal} id={`photo-files-error-${index}`}>
            {refusal}
          </FieldError>
        ))}
      </div>
    </section>
  )
}
