import { type ReactNode, useState } from 'react'
import type { PhotoProduct } from '#contract/product-photos.ts'
import { counted, plants } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import type { Photo } from '#web/ui/photos/photo-list.ts'
import type { SendPhoto } from '#web/ui/photos/send-photo.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { AddedList } from './added-list.tsx'
import { DoubtfulList } from './doubtful-list.tsx'
import { DropBox } from './drop-box.tsx'
import { ProductGroups } from './product-groups.tsx'
import { ProductPicker } from './product-picker.tsx'
import { type ProductGroup, sorted } from './sorting.ts'
import { UnsortedGrid } from './unsorted-grid.tsx'
import { type AddingDone, useAdding } from './use-adding.ts'
import { usePhotosByName } from './use-photos-by-name.ts'
import { countedPhotos } from './words.ts'

/** Many photos at once: matched by the names of their files, sorted by hand, then added to their products. */
export function PhotosView({ send }: { send: SendPhoto }) {
  const { photos, places, dispatch, store, lost, add, remove } = usePhotosByName(send)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  /** Photos for which a product is being picked. */
  const [picking, setPicking] = useState<readonly string[] | null>(null)
  const [isClearing, setClearing] = useState(false)
  const { added, failures, done, result, addAll, undo } = useAdding({ dispatch, remove })
  const { groups, doubtful, unsorted, matching } = sorted(photos, places)
  const assigned = groups.flatMap(group => group.photos)
  const chosenHere = unsorted.map(({ key }) => key).filter(key => chosen.has(key))

  function choose(keys: readonly string[], isChosen: boolean): void {
    setChosen(before => new Set(isChosen ? [...before, ...keys] : [...before].filter(key => !keys.includes(key))))
  }

  function assign(keys: readonly string[], product: PhotoProduct): void {
    dispatch({ type: 'assigned', keys, product })
    choose(keys, false)
  }

  return (
    <div className="grid gap-8">
      <div ref={result} tabIndex={-1} className="scroll-mt-24 outline-none empty:hidden">
        {added.length > 0 && <AddedList added={added} onUndo={one => void undo(one)} />}
      </div>
      <div>
        <DropBox
          photos={photos}
          onFiles={add}
          onStop={() => remove(photos.filter(({ state }) => state === 'sending').map(({ key }) => key))}
        />
        {lost > 0 && (
          <p className="mt-3 text-sm text-muted">
            {countedPhotos(lost)} с прошлого раза уже нет: снимки, которые не добавлены, хранятся сутки.
          </p>
        )}
      </div>
      {matching.length > 0 && (
        <output className="text-muted">Читаем имена файлов: {countedPhotos(matching.length)}…</output>
      )}
      {doubtful.length > 0 && (
        <Part title="Нужен ваш ответ" count={doubtful.flatMap(group => group.photos).length}>
          <p className="-mt-2 mb-3 text-sm text-muted">
            Имя файла подходит нескольким растениям или только похоже на одно. Ответить можно и цифрой.
          </p>
          <DoubtfulList
            groups={doubtful}
            onRetry={store.retry}
            onAnswer={(own, product) => {
              const keys = own.map(({ key }) => key)
              if (product) assign(keys, product)
              else dispatch({ type: 'unsorted', keys })
            }}
          />
        </Part>
      )}
      {unsorted.length > 0 && (
        <Part title="Не распознано" count={unsorted.length}>
          <UnsortedGrid
            photos={unsorted}
            chosen={chosen}
            onChoose={choose}
            onPick={() => {
              if (chosenHere.length > 0) setPicking(chosenHere)
            }}
            onRemove={() => remove(chosenHere)}
            onRetry={store.retry}
          />
        </Part>
      )}
      {groups.length > 0 && (
        <Part title="По растениям" count={assigned.length}>
          <ProductGroups
            groups={groups}
            failures={failures}
            onRetry={store.retry}
            onTakeOut={key => dispatch({ type: 'unsorted', keys: [key] })}
            onMove={group => setPicking(group.photos.map(({ key }) => key))}
            onDropPhoto={({ product }, key) => assign(chosen.has(key) ? [...chosen] : [key], product)}
          />
        </Part>
      )}
      {photos.length > 0 && (
        <AddBar
          done={done}
          photos={photos}
          groups={groups}
          onClear={() => setClearing(true)}
          onAdd={() => void addAll(groups)}
        />
      )}
      {picking && (
        <ProductPicker
          count={picking.length}
          onClose={() => setPicking(null)}
          onPick={product => {
            assign(picking, product)
            setPicking(null)
          }}
        />
      )}
      <ClearQuestion
        open={isClearing}
        onClose={() => setClearing(false)}
        onConfirm={() => {
          remove(photos.map(({ key }) => key))
          setClearing(false)
        }}
      />
      <LeaveQuestion isChanged={() => store.get().some(({ state }) => state === 'sending')}>
        Часть снимков ещё загружается: если уйти, загрузка остановится. Загруженные подождут здесь сутки.
      </LeaveQuestion>
    </div>
  )
}

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-2xl">
        {title} <span className="font-sans text-base text-muted tabular-nums">{countedPhotos(count)}</span>
      </h2>
      {children}
    </section>
  )
}

interface AddBarProps {
  done: AddingDone | null
  photos: readonly Photo[]
  groups: readonly ProductGroup[]
  onClear: () => void
  onAdd: () => void
}

/** What will be added and how far adding has come, always in sight. */
function AddBar({ done, photos, groups, onClear, onAdd }: AddBarProps) {
  const assigned = groups.flatMap(group => group.photos)
  const ready = assigned.filter(({ state }) => state === 'stored')
  const isSending = photos.some(({ state }) => state === 'sending')
  return (
    <div className="sticky bottom-14 z-30 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-3 md:bottom-0">
      {done ? (
        <div className="w-full max-w-md">
          <ProgressBar
            label="Добавляем фотографии"
            share={done.done / done.total}
            detail={`${done.done} из ${counted(done.total, plants)}`}
          />
        </div>
      ) : (
        <>
          <output className="grow text-sm text-muted max-sm:w-full">
            {assigned.length === 0
              ? 'Пока ни один снимок не положен к растению'
              : isSending
                ? 'Можно добавить, когда снимки загрузятся'
                : `${countedPhotos(ready.length)} → ${counted(groups.length, plants)}`}
          </output>
          <Button variant="quiet" onClick={onClear} className="max-sm:px-3">
            Убрать всё
          </Button>
          <Button disabled={isSending || ready.length === 0} onClick={onAdd} className="max-sm:grow max-sm:px-3">
            Добавить фотографии
          </Button>
        </>
      )}
    </div>
  )
}

function ClearQuestion(dialog: { open: boolean; onClose: () => void; onConfirm: () => void }) {
  return (
    <ConfirmDialog {...dialog} title="Убрать все снимки?" label="Убрать">
      <p>Их не будет ни здесь, ни в каталоге. Уже добавленные к растениям останутся.</p>
    </ConfirmDialog>
  )
}
