import { useSuspenseQuery } from '@tanstack/react-query'
import { useApp } from '#web/lib/app-context.ts'
import { Pager } from '#web/ui/pager.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { reviewsOnPage, reviewsQuery } from '../api.ts'
import { Section } from '../section.tsx'
import { ReviewList } from './review-list.tsx'

interface CompanyReviewsProps {
  team: { id: number; company_name: string }
  page: number
  href: (page: number) => string
}

/** The reviews of a company on its page; the page's loader has read them. */
export function CompanyReviews({ team, page, href }: CompanyReviewsProps) {
  const { api } = useApp()
  const { data } = useSuspenseQuery(reviewsQuery(api, String(team.id), page))
  if (data.count === 0) return null
  return (
    <Section title="Отзывы покупателей" note={<Rating rating={data.rating} count={data.count} />}>
      <ReviewList reviews={data.results} companyName={team.company_name} />
      <Pager page={page} pages={Math.ceil(data.count / reviewsOnPage)} href={href} />
    </Section>
  )
}
