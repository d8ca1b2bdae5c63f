import { clsx } from 'clsx'
import { Link } from 'react-router'
import type { StaffOverview } from '#contract/moderation/overview.ts'
import { counted, pluralForm } from '#web/lib/plural.ts'

const rooms = [
  {
    to: '/staff/listings',
    countOf: (overview: StaffOverview) => overview.listings_waiting,
    forms: ['объявление ждёт публикации', 'объявления ждут публикации', 'объявлений ждут публикации'],
  },
  {
    to: '/staff/reports',
    countOf: (overview: StaffOverview) => overview.posts_reported,
    forms: ['запись с жалобами', 'записи с жалобами', 'записей с жалобами'],
  },
  {
    to: '/staff/reports/reviews',
    countOf: (overview: StaffOverview) => overview.reviews_reported,
    forms: ['отзыв с жалобами', 'отзыва с жалобами', 'отзывов с жалобами'],
  },
  {
    to: '/staff/reports/complaints',
    countOf: (overview: StaffOverview) => overview.complaints_waiting,
    forms: ['другая жалоба', 'другие жалобы', 'других жалоб'],
  },
  {
    to: '/staff/reports/appeals',
    countOf: (overview: StaffOverview) => overview.appeals_waiting,
    forms: ['обжалованное решение', 'обжалованных решения', 'обжалованных решений'],
  },
  {
    to: '/staff/publications',
    countOf: (overview: StaffOverview) => overview.articles_drafted,
    forms: ['черновик статьи', 'черновика статей', 'черновиков статей'],
  },
] as const

/** Number of waiting items in each section, with links. */
export function WaitingList({ overview }: { overview: StaffOverview }) {
  return (
    <ul aria-label="Ждёт решения" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {rooms.map(({ to, countOf, forms }) => {
        const count = countOf(overview)
        return (
          <li
            key={to}
            className="relative rounded-lg border border-line bg-surface p-4 shadow-card hover:border-leaf/60"
          >
            <Link to={to} aria-label={counted(count, forms)} className="stretched block text-ink no-underline">
              <span
                className={clsx(
                  'block font-serif text-[2.75rem] leading-tight tabular-nums',
                  count > 0 ? 'text-accent' : 'text-muted',
                )}
              >
                {count.toLocaleString('ru-RU')}
              </span>
              {pluralForm(count, forms)}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
