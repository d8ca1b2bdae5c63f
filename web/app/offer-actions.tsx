import type { Offer } from '#contract/offer-search.ts'
import { compareOffer } from '#web/features/compare/compare-actions.tsx'
import { AddToProject } from '#web/features/projects/add-to-project.tsx'

/** What can be done with an offer of a list; `quantity`: how many are looked for; `isShort`: icons in a table. */
export function offerActions(offer: Offer, quantity: number | null = null, isShort = false) {
  const { variant, product } = offer
  return (
    <>
      {compareOffer(offer, isShort)}
      {variant.stock !== 'sold_out' && (
        <AddToProject
          wanted={{ kind: 'variant', id: variant.id, name: [product.name, variant.label].filter(Boolean).join(', ') }}
          quantity={quantity}
          isShort={isShort}
        />
      )}
    </>
  )
}
