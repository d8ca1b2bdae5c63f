import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductCard } from '#contract/products.ts'
import { useApp } from '#web/lib/app-context.ts'
import { plainName } from '#web/lib/plain-name.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { CandidateButton } from '#web/ui/candidate-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LatinName } from '#web/ui/latin-name.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { ProductPrice } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ownListingsQuery } from './api.ts'

interface OfferDialogProps {
  open: boolean
  /** Of the person. */
  teamId: number
  onClose: () => void
  onChoose: (product: ProductCard) => void
}

/** As many are listed at once: more are found by their names. */
const mostListed = 30

/** The published listings whose names have all these words. */
function matching(products: readonly ProductCard[], words: string): ProductCard[] {
  const wanted = plainName(words).split(/\s+/).filter(Boolean)
  return products.filter(({ is_active, name, latin_name }) => {
    const text = plainName(`${name} ${latin_name}`)
    return is_active && wanted.every(word => text.includes(word))
  })
}

/** Which of the company's listings is offered. */
export function OfferDialog({ open, teamId, onClose, onChoose }: OfferDialogProps) {
  const { api } = useApp()
  const listings = useQuery({ ...ownListingsQuery(api, teamId), enabled: open })
  const [words, setWords] = useState('')
  const found = matching(listings.data ?? [], words)
  return (
    <Dialog open={open} onClose={onClose} title="Предложить растение">
      {!open ? null : !listings.data ? (
        <Pending queries={[listings]}>
          <Skeleton className="h-64" />
        </Pending>
      ) : !listings.data.some(({ is_active }) => is_active) ? (
        <div className="grid gap-4">
          <p>У вашей компании пока нет опубликованных растений.</p>
          <ButtonLink to="/products/create" variant="secondary">
            Добавить растение
          </ButtonLink>
        </div>
      ) : (
        <div className="grid gap-3">
          <TextField
            label="Название"
            type="search"
            autoComplete="off"
            value={words}
            onChange={event => setWords(event.target.value)}
          />
          <output className="text-sm text-muted">
            {found.length === 0
              ? 'Таких среди опубликованных нет'
              : found.length > mostListed
                ? `Показаны ${mostListed} из ${found.length}: уточните название`
                : `Найдено: ${found.length}`}
          </output>
          <ul className="grid max-h-96 gap-1.5 overflow-y-auto">
            {found.slice(0, mostListed).map(product => (
              <li key={product.id}>
                <CandidateButton shortcut="" busy={false} onClick={() => onChoose(product)}>
                  <span className="min-w-0 grow">
                    <span className="block font-semibold wrap-anywhere">{product.name}</span>
                    <span className="block text-sm text-muted">
                      {product.sizes || <LatinName>{product.latin_name}</LatinName>}
                    </span>
                  </span>
                  <ProductPrice product={product} className="shrink-0 text-sm" />
                </CandidateButton>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  )
}
