import { type ReactNode, useRef, useState } from 'react'
import type { PhotoProduct } from '#contract/product-photos.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted, plants } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import type { SendPhoto } from '#web/ui/photos/send-photo.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useRefreshOwn } from '../my-products/use-change-variants.ts'
import { type Added, AddedList } from './added-list.tsx'
import { DoubtfulList } from './doubtful-list.tsx'
import { DropBox } from './drop-box.tsx'
import { ProductGroups } from './product-groups.tsx'
import { ProductPicker } from './product-picker.tsx'
import { type ProductGroup, sorted } from './sorting.ts'
import { UnsortedGrid } from './unsorted-grid.tsx'
import { usePhotosByName } from './use-photos-by-name.ts'
import { countedPhotos } from './words.ts'

/** Many photos at once: matched by the names of their files, sorted by hand, then added to their products. */
export function PhotosView({ send }: { send: SendPhoto }) {
  const { api } = useApp()
  const refresh = useRefreshOwn()
  const { photos, places, dispatch, store, lost, add, remove } = usePhotosByName(send)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  /** Photos for which a product is being picked. */
  const [picking, setPicking] = useState<readonly string[] | null>(null)
  const [added, setAdded] = useState<readonly Added[]>([])
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map())
  /** How many products are done; `null`: nothing is being added. */
  const [done, setDone] = useState<{ done: number; total: number } | null>(null)
  const [isClearing, setClearing] = useState(false)
  const result = useRef<HTMLDivElement>(null)

  const { groups, doubtful, unsorted, matching } = sorted(photos, places)
  const assigned = groups.flatMap(group => group.photos)
  const ready = assigned.filter(({ state }) => state === 'stored')
  const isSending = photos.some(({ state }) => state === 'sending')

  function assign(keys: readonly string[], product: PhotoProduct): void {
    dispatch({ type: 'assigned', keys, product })
    setChosen(before => new Set([...before].filter(key => !keys.includes(key))))
  }

  /** Adds the group's photos. Throws if no other product would fare better. */
  async function addGroup({ product, photos: own }: ProductGroup): Promise<void> {
    const stored = own.filter(({ state }) => state === 'stored')
    if (stored.length === 0) return
    try {
      const { images, surplus } = await api.call('POST /products/:category_slug/:product_slug/photos/', {
        params: { category_slug: product.category.slug, product_slug: product.slug },
        body: { photos: stored.map(({ id }) => String(id)) },
      })
      const left = stored.filter(({ id }) => surplus.includes(String(id))).map(({ key }) => key)
      remove(stored.map(({ key }) => key).filter(key => !left.includes(key)))
      dispatch({ type: 'unsorted', keys: left })
      setAdded(before => [...before, { product, images, surplus: surplus.length, state: 'added' }])
    } catch (error) {
      setFailures(before => new Map(before).set(product.id, (error as Error).message))
      if (!(error instanceof ApiError) || [0, 401, 429, 503].includes(error.status)) throw error
    }
  }

  async function addAll(): Promise<void> {
    setFailures(new Map())
    const todo = groups
    try {
      for (const [at, group] of todo.entries()) {
        setDone({ done: at, total: todo.length })
        await addGroup(group)
      }
    } catch (error) {
      showToast({ message: (error as Error).message, tone: 'danger' })
    }
    setDone(null)
    await refresh()
    result.current?.focus()
    result.current?.scrollIntoView({ block: 'start' })
  }

  async function undo(one: Added): Promise<void> {
    const change = (state: Added['state']) =>
      setAdded(before => before.map(other => (other.images === one.images ? { ...other, state } : other)))
    change('removing')
    try {
      const { category, slug } = one.product
      await api.call('POST /products/:category_slug/:product_slug/photos/remove/', {
        params: { category_slug: category.slug, product_slug: slug },
        body: { images: one.images.map(({ id }) => id) },
      })
      change('removed')
      void refresh()
    } catch (error) {
      change('added')
      showToast({ message: (error as Error).message, tone: 'danger' })
    }
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
            onChoose={(keys, isChosen) =>
              setChosen(
                before => new Set(isChosen ? [...before, ...keys] : [...before].filter(key => !keys.includes(key))),
              )
            }
            onPick={() => {
              const keys = unsorted.map(({ key }) => key).filter(key => chosen.has(key))
              if (keys.length > 0) setPicking(keys)
            }}
            onRemove={() => remove(unsorted.map(({ key }) => key).filter(key => chosen.has(key)))}
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
              <Button variant="quiet" onClick={() => setClearing(true)} className="max-sm:px-3">
                Убрать всё
              </Button>
              <Button
                disabled={isSending || ready.length === 0}
                onClick={() => void addAll()}
                className="max-sm:grow max-sm:px-3"
              >
                Добавить фотографии
              </Button>
            </>
          )}
        </div>
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
      <ConfirmDialog
        open={isClearing}
        onClose={() => setClearing(false)}
        title="Убрать все снимки?"
        label="Убрать"
        onConfirm={() => {
          remove(photos.map(({ key }) => key))
          setClearing(false)
        }}
      >
        <p>Их не будет ни здесь, ни в каталоге. Уже добавленные к растениям останутся.</p>
      </ConfirmDialog>
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
