import { useQuery } from '@tanstack/react-query'
import type { Product } from '#contract/products.ts'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Copy, Pencil } from '#web/ui/icons.ts'
import { ownProductQuery } from '../api.ts'

/** A link to the form for people who may edit the product. The page itself is the same for everybody. */
export function EditLink({ product }: { product: Product }) {
  const { api } = useApp()
  const { team } = useSession()
  const address = { category_slug: product.category.slug, product_slug: product.slug }
  const { data: own } = useQuery({ ...ownProductQuery(api, address), enabled: team?.id === product.team.id })
  if (!own?.can.edit) return null
  return (
    <div className="mb-5 flex flex-wrap gap-2">
      <ButtonLink to={`/products/${product.category.slug}/${product.slug}/edit`} variant="secondary">
        <Pencil size={20} />
        Изменить
      </ButtonLink>
      <ButtonLink to={`/products/create?copy=${product.category.slug}/${product.slug}`} variant="quiet">
        <Copy size={20} />
        Копировать
      </ButtonLink>
    </div>
  )
}
