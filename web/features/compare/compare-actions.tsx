import type { Offer } from '#contract/offer-search.ts'
import type { PlantCard } from '#contract/plant-catalogue.ts'
import { CompareToggle } from './compare-toggle.tsx'

/** Beside an offer of a list. */
export const compareOffer = ({ variant, product }: Offer, isShort = false) => (
  <CompareToggle
    kind="offer"
    isShort={isShort}
    one={{
      id: String(variant.id),
      name: [product.name, variant.label].filter(Boolean).join(', '),
      picture: product.get_thumbnail,
    }}
  />
)

/** Beside a plant of a list. */
export const comparePlant = ({ slug, name, get_thumbnail: picture }: PlantCard) => (
  <CompareToggle kind="plant" one={{ id: slug, name, picture }} />
)
