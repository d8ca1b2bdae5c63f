import { type Dispatch, useRef, useState } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { showToast } from '#web/ui/toast.ts'
import { useRefreshOwn } from '../my-products/use-change-variants.ts'
import type { Added } from './added-list.tsx'
import type { ProductGroup, SortingAction } from './sorting.ts'

export interface AddingDone {
  done: number
  total: number
}

interface AddingOptions {
  dispatch: Dispatch<SortingAction>
  /** Takes away photos that have been added. */
  remove: (keys: readonly string[]) => void
}

/** Adds sorted photos to their products one product after another, and takes back what was added. */
export function useAdding({ dispatch, remove }: AddingOptions) {
  const { api } = useApp()
  const refresh = useRefreshOwn()
  const [added, setAdded] = useState<readonly Added[]>([])
  /** Why the photos of a product were refused, by its id. */
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map())
  /** How many products are done; `null`: nothing is being added. */
  const [done, setDone] = useState<AddingDone | null>(null)
  /** Where it is said what was added: it gets the focus when all is done. */
  const result = useRef<HTMLDivElement>(null)

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

  async function addAll(groups: readonly ProductGroup[]): Promise<void> {
    setFailures(new Map())
    try {
      for (const [at, group] of groups.entries()) {
        setDone({ done: at, total: groups.length })
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

  return { added, failures, done, result, addAll, undo }
}
