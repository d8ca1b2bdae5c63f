import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Offer } from '#contract/offer-search.ts'
import type { PlantRef } from '#contract/plants.ts'
import type { RequestLine } from '#contract/requests.ts'
import { useApp } from '#web/lib/app-context.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { useSession } from '#web/lib/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LatinName } from '#web/ui/latin-name.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import { lineName } from '../words.ts'

interface Substitute {
  plant: PlantRef
  /** The company's own offer of it. */
  offer: Offer | null
}

interface SubstituteDialogProps {
  line: RequestLine
  /** The buyer wants no other plants. */
  isStrict: boolean
  onClose: () => void
  onChoose: (substitute: Substitute) => void
}

const shown = 8

/** Finds another plant for a line: the company's own offers first, then the directory. */
export function SubstituteDialog({ line, isStrict, onClose, onChoose }: SubstituteDialogProps) {
  const { api } = useApp()
  const { team } = useSession()
  const [text, setText] = useState('')
  const search = useSettled(text.trim())
  const company = String(team?.id ?? '')
  const { data } = useQuery({
    queryKey: ['substitutes', company, search],
    queryFn: async ({ signal }) => {
      const [offers, plants] = await Promise.all([
        api.call('GET /offers/', { query: { search, company, page_size: shown }, signal }),
        api.call('GET /plants/', { query: { search, page_size: shown }, signal }),
      ])
      return { offers: offers.results.filter(({ plant }) => plant !== null), plants: plants.results }
    },
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const found = search === '' ? undefined : data
  return (
    <Dialog open onClose={onClose} title="Предложить замену">
      <p className="mb-3 wrap-anywhere">
        Вместо «{lineName(line)}». Покупатель увидит, что это другое растение.
        {isStrict && <strong className="block font-semibold text-accent-strong">Покупатель просил без замен.</strong>}
      </p>
      <TextField
        label="Какое растение предлагаете"
        value={text}
        maxLength={200}
        autoComplete="off"
        autoFocus
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          // The dialog stands in the quote's form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <div aria-live="polite" className="mt-3 grid gap-4">
        {found && found.offers.length === 0 && found.plants.length === 0 && (
          <p className="text-muted">Ничего не нашлось: попробуйте другое название.</p>
        )}
        {found && found.offers.length > 0 && (
          <Found title="В вашем каталоге">
            {found.offers.map(offer => (
              <FoundButton
                key={offer.variant.id}
                onClick={() => offer.plant && onChoose({ plant: offer.plant, offer })}
              >
                <span className="font-semibold">{offer.product.name}</span>
                <span className="block text-sm text-muted">
                  {[offer.variant.label, offer.unit_price === null ? 'по запросу' : formatPrice(offer.unit_price)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </FoundButton>
            ))}
          </Found>
        )}
        {found && found.plants.length > 0 && (
          <Found title="Из справочника, не из каталога">
            {found.plants.map(plant => (
              <FoundButton
                key={plant.id}
                onClick={() =>
                  onChoose({
                    plant: { id: plant.id, slug: plant.slug, name: plant.name, latin_name: plant.latin_name },
                    offer: null,
                  })
                }
              >
                {plant.name} <LatinName className="text-sm text-muted">{plant.latin_name}</LatinName>
              </FoundButton>
            ))}
          </Found>
        )}
      </div>
    </Dialog>
  )
}

function Found({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-sans text-sm font-semibold text-muted">{title}</h3>
      <ul className="grid gap-1">{children}</ul>
    </section>
  )
}

function FoundButton({ onClick, children }: { onClick: () => void; children: React.ReactNode }) {
  return (
    <li>
      <button
        type="button"
        onClick={onClick}
        className="min-h-11 w-full rounded-md border border-line bg-surface px-3 py-1.5 text-left leading-snug wrap-anywhere hover:border-leaf hover:bg-leaf-soft"
      >
        {children}
      </button>
    </li>
  )
}
