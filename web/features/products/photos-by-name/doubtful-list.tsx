import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import type { PhotoProduct } from '#contract/product-photos.ts'
import { CandidateButton } from '#web/ui/candidate-button.tsx'
import type { Photo } from '#web/ui/photos/photo-list.ts'
import { nextFocus } from '#web/ui/row-keys.ts'
import { PhotoTile } from './photo-tile.tsx'
import { ProductLine } from './product-line.tsx'
import type { DoubtfulGroup } from './sorting.ts'
import { countedPhotos } from './words.ts'

interface DoubtfulListProps {
  groups: readonly DoubtfulGroup[]
  /** `null`: none of the candidates. */
  onAnswer: (photos: readonly Photo[], product: PhotoProduct | null) => void
  onRetry: (key: string) => void
}

/** Photos whose names may mean several products: a figure or a tap answers, and the focus goes to the next question. */
export function DoubtfulList({ groups, onAnswer, onRetry }: DoubtfulListProps) {
  const list = useRef<HTMLUListElement>(null)
  const keys = groups.map(({ key }) => key)
  const before = useRef(keys)
  /** Of the question in which the focus was last. */
  const focused = useRef<string | null>(null)

  // An answered question goes: the focus must not go with it.
  useLayoutEffect(() => {
    const known = before.current
    before.current = keys
    const last = focused.current
    if (last === null || keys.includes(last) || document.activeElement !== document.body) return
    const next = nextFocus(known, keys, last)
    focused.current = next
    const item = [...(list.current?.children ?? [])].find(child => child.getAttribute('data-group') === next)
    item?.querySelector<HTMLElement>('[data-candidate]')?.focus({ preventScroll: true })
    item?.scrollIntoView({ block: 'nearest' })
  })

  function act(event: KeyboardEvent, { photos, candidates }: DoubtfulGroup): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !/^\d$/.test(event.key)) return
    const product = event.key === '0' ? null : candidates[Number(event.key) - 1]
    if (product === undefined) return
    event.preventDefault()
    onAnswer(photos, product)
  }

  return (
    <ul ref={list} className="grid gap-3">
      {groups.map(group => {
        const { key, photos, candidates } = group
        const [first] = photos
        const what = photos.length > 1 ? `${first?.name} и ещё ${photos.length - 1}` : first?.name
        return (
          <li
            key={key}
            data-group={key}
            onFocus={() => {
              focused.current = key
            }}
            onKeyDown={event => act(event, group)}
            className="grid gap-4 rounded-lg border border-line bg-surface p-4 focus-within:bg-leaf-soft/35 md:grid-cols-2"
          >
            <div>
              <p className="mb-2 text-sm text-muted">{countedPhotos(photos.length)}</p>
              <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
                {photos.map(photo => (
                  <li key={photo.key}>
                    <PhotoTile photo={photo} onRetry={() => onRetry(photo.key)} />
                  </li>
                ))}
              </ul>
            </div>
            <div>
              <p className="mb-2 font-semibold">Какое это растение?</p>
              <ul aria-label={`Какое это растение: ${what}`} className="grid gap-1">
                {candidates.map((product, index) => (
                  <li key={product.id}>
                    <CandidateButton
                      shortcut={String(index + 1)}
                      busy={false}
                      onClick={() => onAnswer(photos, product)}
                    >
                      <ProductLine product={product} />
                    </CandidateButton>
                  </li>
                ))}
                <li>
                  <CandidateButton shortcut="0" busy={false} onClick={() => onAnswer(photos, null)}>
                    Другое растение
                  </CandidateButton>
                </li>
              </ul>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
