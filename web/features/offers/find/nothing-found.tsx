import type { ReactNode } from 'react'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type Chosen, path } from './address.ts'
import type { OfferChip } from './chips.ts'

interface NothingFoundProps {
  chosen: Chosen
  chips: OfferChip[]
  /** What is known of the plant that was searched for. */
  children?: ReactNode
}

/** No offer: what to do without, and where else to look. */
export function NothingFound({ chosen, chips, children }: NothingFoundProps) {
  const [search] = chosen.search ?? []
  return (
    <EmptyState
      title={search && chips.length === 0 ? 'Ничего не нашлось' : 'Под эти условия ничего не подошло'}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {chips.slice(0, 4).map(({ key, text, to }) => (
            <ButtonLink key={key} to={to} variant="secondary">
              Без условия «{text}»
            </ButtonLink>
          ))}
          <ButtonLink to={path} variant="quiet">
            Все предложения
          </ButtonLink>
        </div>
      }
    >
      {children ??
        (chips.length > 0
          ? 'Уберите одно из условий или раздвиньте размеры и цену.'
          : 'Проверьте, нет ли опечатки, или спросите короче: «туя смарагд», «липа 18–20», название питомника.')}
    </EmptyState>
  )
}
