import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import type { Product } from '#contract/products.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { ownProductQuery } from '../api.ts'

/** The way to the form for whoever may change the plant. The page itself is the same for everybody and knows nobody. */
export function EditLink({ product }: { product: Product }) {
  const { api } = useApp()
  const { team } = useSession()
  const address = { category_slug: product.category.slug, product_slug: product.slug }
  const { data: own } = useQuery({ ...ownProductQuery(api, address), enabled: team?.id === product.team.id })
  if (!own?.can.edit) return null
  return (
    <ButtonLink to={`/products/${product.category.slug}/${product.slug}/edit`} variant="secondary" className="mb-5">
      <Pencil aria-hidden size={20} />
      Изменить
    </ButtonLink>
  )
}
