import { Link } from 'react-router'
import type { ReviewedProduct, ReviewState } from '#contract/moderation/products.ts'
import { Chip } from '#web/ui/chip.tsx'
import { LatinName } from '#web/ui/latin-name.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { VerifiedBadge } from '#web/ui/verified-badge.tsx'
import { momentOf } from '../dates.ts'
import { ListingActions } from './review-actions.tsx'
import { SimilarEntries } from './similar-entries.tsx'

interface ListingCardProps {
  listing: ReviewedProduct
  /** What is stated of the plant, in the words of its page. */
  facts: readonly { label: string; value: string }[]
  /** Said where products of all states stand together. */
  withState: boolean
}

/** A product with everything by which it is judged, and what can be done about it. */
export function ListingCard({ listing, facts, withState }: ListingCardProps) {
  return (
    <article
      aria-label={listing.name}
      className="grid min-w-0 gap-4 border-b border-line pb-6 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-8"
    >
      <div className="grid min-w-0 content-start gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <Photos listing={listing} />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-xl wrap-anywhere">{listing.name}</h2>
            <State listing={listing} withState={withState} />
          </div>
          {listing.latin_name && <LatinName className="text-muted">{listing.latin_name}</LatinName>}
          <p className="mt-1 text-sm wrap-anywhere">
            № {listing.id} · {listing.category.name} ·{' '}
            <Link to={`/teams/get_current_team/${listing.team.id}`} className="link inline-block py-0.5">
              {listing.team.company_name}
            </Link>{' '}
            {listing.team.is_verified && <VerifiedBadge />}
          </p>
          <p className="mt-1">
            <Price rubles={listing.price} />
          </p>
          {listing.description && (
            <p className="mt-2 line-clamp-6 whitespace-pre-line wrap-anywhere">{listing.description}</p>
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
        <Reason listing={listing} />
        <p className="text-sm text-muted">
          {listing.created_by && (
            <>
              <Link to={`/profile/${listing.created_by.id}`} className="link inline-block py-0.5">
                {listing.created_by.name}
              </Link>
              {', '}
            </>
          )}
          <time dateTime={listing.created_at}>{momentOf(listing.created_at)}</time>
          {listing.updated_at !== listing.created_at && (
            <>
              {', изменено '}
              <time dateTime={listing.updated_at}>{momentOf(listing.updated_at)}</time>
            </>
          )}
        </p>
        {listing.state !== 'published' && <SimilarEntries listing={listing} />}
        <ListingActions listing={listing} />
      </div>
    </article>
  )
}

function Photos({ listing }: { listing: ReviewedProduct }) {
  const [cover, ...others] = listing.images.length > 0 ? listing.images : [listing]
  return (
    <div className="max-w-64">
      {cover && <Picture src={cover.get_thumbnail} alt="" sizes="16rem" className="rounded-md" />}
      {others.length > 0 && (
        <div className="mt-1 grid grid-cols-4 gap-1">
          {others.map(({ id, get_thumbnail }) => (
            <Picture key={id} src={get_thumbnail} alt="" sizes="4rem" ratio={[1, 1]} className="rounded-sm" />
          ))}
        </div>
      )}
      <p className="mt-1 text-xs text-muted">
        {listing.images.length > 0 ? `Снимков: ${listing.images.length}` : 'Снимков нет, показан рисунок'}
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

function State({ listing: { state, is_withheld }, withState }: Pick<ListingCardProps, 'listing' | 'withState'>) {
  return (
    <>
      {(withState || state === 'resubmitted') && (
        <Chip tone={state === 'published' ? 'leaf' : 'accent'}>{stateWords[state]}</Chip>
      )}
      {is_withheld && <Chip tone="plain">Поставщик заблокирован</Chip>}
    </>
  )
}

function Reason({ listing: { state, reason, reviewed_at } }: { listing: ReviewedProduct }) {
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
