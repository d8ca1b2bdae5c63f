import { Link } from 'react-router'
import type { ReviewedProduct, ReviewState } from '#contract/moderation/products.ts'
import { Chip } from '#web/ui/chip.tsx'
import { LatinName } from '#web/ui/latin-name.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { VerifiedBadge } from '#web/ui/verified-badge.tsx'
import { momentOf } from '../dates.ts'
import { ProductActions } from './review-actions.tsx'
import { SimilarEntries } from './similar-entries.tsx'

interface ProductCardProps {
  product: ReviewedProduct
  /** The plant's attributes, formatted as on its page. */
  facts: readonly { label: string; value: string }[]
  /** Shows the state, for lists of products in different states. */
  withState: boolean
  /** The first of a list: its picture is loaded at once. */
  isFirst: boolean
}

/** A product with everything needed to review it, and the actions. */
export function ProductCard({ product, facts, withState, isFirst }: ProductCardProps) {
  return (
    <article
      aria-label={product.name}
      className="grid min-w-0 gap-4 border-b border-line pb-6 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-8"
    >
      <div className="grid min-w-0 content-start gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <Photos product={product} isFirst={isFirst} />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-xl wrap-anywhere">{product.name}</h2>
            <State product={product} withState={withState} />
          </div>
          {product.latin_name && <LatinName className="text-muted">{product.latin_name}</LatinName>}
          <p className="mt-1 text-sm wrap-anywhere">
            № {product.id} · {product.category.name} ·{' '}
            <Link to={`/teams/get_current_team/${product.team.id}`} className="link inline-block py-0.5">
              {product.team.company_name}
            </Link>{' '}
            {product.team.is_verified && <VerifiedBadge />}
          </p>
          <p className="mt-1">
            <Price rubles={product.price} />
          </p>
          {product.description && (
            <p className="mt-2 line-clamp-6 whitespace-pre-line wrap-anywhere">{product.description}</p>
          )}
          {facts.length > 0 && (
            <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-sm">
              {facts.map(({ label, value }) => (
                <div key={label} className="contents">
                  <dt className="text-muted">{label}</dt>
                  <dd className="wrap-anywhere">{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      </div>
      <div className="grid min-w-0 content-start gap-3">
        <Reason product={product} />
        <p className="text-sm text-muted">
          {product.created_by && (
            <>
              <Link to={`/profile/${product.created_by.id}`} className="link inline-block py-0.5">
                {product.created_by.name}
              </Link>
              {', '}
            </>
          )}
          <time dateTime={product.created_at}>{momentOf(product.created_at)}</time>
          {product.updated_at !== product.created_at && (
            <>
              {', изменено '}
              <time dateTime={product.updated_at}>{momentOf(product.updated_at)}</time>
            </>
          )}
        </p>
        {product.state !== 'published' && <SimilarEntries product={product} />}
        <ProductActions product={product} />
      </div>
    </article>
  )
}

function Photos({ product, isFirst }: Pick<ProductCardProps, 'product' | 'isFirst'>) {
  const [cover, ...others] = product.images.length > 0 ? product.images : [product]
  return (
    <div className="max-w-64">
      {cover && <Picture src={cover.get_thumbnail} alt="" sizes="16rem" eager={isFirst} className="rounded-md" />}
      {others.length > 0 && (
        <div className="mt-1 grid grid-cols-4 gap-1">
          {others.map(({ id, get_thumbnail }) => (
            <Picture key={id} src={get_thumbnail} alt="" sizes="4rem" ratio={[1, 1]} className="rounded-sm" />
          ))}
        </div>
      )}
      <p className="mt-1 text-xs text-muted">
        {product.images.length > 0 ? `Снимков: ${product.images.length}` : 'Снимков нет, показан рисунок'}
      </p>
    </div>
  )
}

const stateWords: Record<ReviewState, string> = {
  new: 'Ждёт публикации',
  resubmitted: 'Снимали, исправлено',
  returned: 'Возвращено',
  hidden: 'Снято',
  published: 'Опубликовано',
}

function State({ product: { state, is_withheld }, withState }: Pick<ProductCardProps, 'product' | 'withState'>) {
  return (
    <>
      {(withState || state === 'resubmitted') && (
        <Chip tone={state === 'published' ? 'leaf' : 'accent'}>{stateWords[state]}</Chip>
      )}
      {is_withheld && <Chip tone="plain">Поставщик заблокирован</Chip>}
    </>
  )
}

function Reason({ product: { state, reason, reviewed_at } }: { product: ReviewedProduct }) {
  if (!reason) return null
  return (
    <div className="rounded-lg border border-edge/60 bg-accent-soft px-4 py-3 text-sm">
      <p className="wrap-anywhere whitespace-pre-line">{reason}</p>
      {reviewed_at && (
        <p className="mt-1 text-muted">
          {state === 'returned' ? 'Вернули' : 'Сняли'} <time dateTime={reviewed_at}>{momentOf(reviewed_at)}</time>
        </p>
      )}
    </div>
  )
}
