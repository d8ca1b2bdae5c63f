import { useEffect, useEffectEvent, useReducer, useState, useSyncExternalStore } from 'react'
import { limits } from '#contract/common.ts'
import { photosAtOnceMax } from '#contract/product-photos.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { writeDraft } from '#web/ui/drafts.ts'
import type { Photo } from '#web/ui/photos/photo-list.ts'
import { createPhotoStore } from '#web/ui/photos/photo-store.ts'
import { scaleDown } from '#web/ui/photos/scale-down.ts'
import type { SendPhoto } from '#web/ui/photos/send-photo.ts'
import { showToast } from '#web/ui/toast.ts'
import { draftName, draftOf, storedDraft, restore } from './draft.ts'
import { sorting } from './sorting.ts'

const pause = 400

/** A file's name as the server takes it. */
const sentName = (name: string) => name.replace(/\p{Cc}/gu, ' ').slice(0, limits.shortText) || 'снимок'

/** The photos with their places; uploaded ones and where they belong survive a reload. */
export function usePhotosByName(send: SendPhoto) {
  const { api } = useApp()
  const { user } = useSession()
  const name = draftName(user.id)
  const [began] = useState(() => restore(storedDraft(name), Date.now()))
  const [store] = useState(() =>
    createPhotoStore({ send, prepare: scaleDown, initial: began.photos, max: photosAtOnceMax }),
  )
  const photos = useSyncExternalStore(store.subscribe, store.get)
  const [places, dispatch] = useReducer(sorting, began.sorting)

  useEffect(() => {
    const timer = setTimeout(() => writeDraft(name, draftOf(photos, places)), pause)
    return () => clearTimeout(timer)
  }, [name, photos, places])
  const leave = useEffectEvent(() => {
    writeDraft(name, draftOf(photos, places))
  })
  useEffect(() => {
    const onHide = () => leave()
    window.addEventListener('pagehide', onHide)
    return () => {
      leave()
      window.removeEventListener('pagehide', onHide)
      for (const { key, state } of store.get()) if (state === 'sending') store.remove(key)
    }
  }, [store])

  async function match(asked: readonly Photo[]): Promise<void> {
    if (asked.length === 0) return
    const keys = asked.map(({ key }) => key)
    dispatch({ type: 'asked', keys })
    try {
      const body = { names: asked.map(photo => sentName(photo.name)) }
      const { results, products } = await api.call('POST /products/photos/match/', { body })
      dispatch({ type: 'matched', keys, results, products })
    } catch (error) {
      dispatch({ type: 'unsorted', keys })
      showToast({ message: (error as Error).message, tone: 'danger' })
    }
  }

  return {
    photos,
    places,
    dispatch,
    store,
    /** Photos of the draft that the server no longer has. */
    lost: began.lost,
    /** Takes files: uploads them and asks what their names mean. Returns a message for each that is refused. */
    add(files: File[]): string[] {
      const known = new Set(store.get().map(({ key }) => key))
      const refusals = store.add(files)
      void match(store.get().filter(({ key }) => !known.has(key)))
      return refusals
    },
    remove(keys: readonly string[]): void {
      for (const key of keys) store.remove(key)
      dispatch({ type: 'removed', keys })
    },
  }
}
