import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Route, Routes, useSearchParams } from 'react-router'
import type { Post } from '#contract/posts.ts'
import { AdminTabs } from '#web/features/moderation/admin-tabs.tsx'
import { appealsQuery, complaintsQuery } from '#web/features/moderation/complaints/api.ts'
import { AppealItem } from '#web/features/moderation/complaints/appeal-item.tsx'
import { ComplaintItem } from '#web/features/moderation/complaints/complaint-item.tsx'
import { hiddenQuery, reportedQuery } from '#web/features/moderation/posts/api.ts'
import { HiddenPanel } from '#web/features/moderation/posts/hidden-panel.tsx'
import { ReportsPanel } from '#web/features/moderation/posts/reports-panel.tsx'
import { hiddenReviewsQuery, reportedReviewsQuery } from '#web/features/moderation/reviews/api.ts'
import { JudgedReviewItem } from '#web/features/moderation/reviews/judged-review.tsx'
import { HiddenReviewPanel, ReportedReviewPanel } from '#web/features/moderation/reviews/review-panels.tsx'
import { PostCard } from '#web/features/posts/post-card.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { pageOf } from '#web/lib/page-of.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Paged } from '#web/ui/paged.tsx'

const tabs = [
  { to: '/staff/reports', name: 'Записи' },
  { to: '/staff/reports/hidden', name: 'Скрытые записи' },
  { to: '/staff/reports/complaints', name: 'Остальное' },
  { to: '/staff/reports/appeals', name: 'Обжалования' },
  { to: '/staff/reports/reviews', name: 'Отзывы' },
  { to: '/staff/reports/reviews/hidden', name: 'Скрытые отзывы' },
]

const pageHref = (page: number) => (page > 1 ? `?page=${page}` : '?')

export function Component() {
  return (
    <>
      <h1 className="mb-4 text-3xl">Жалобы</h1>
      <AdminTabs label="Записи и отзывы" tabs={tabs} />
      <Routes>
        <Route index element={<Reported />} />
        <Route path="hidden" element={<Hidden />} />
        <Route path="complaints" element={<Complaints />} />
        <Route path="appeals" element={<Appeals />} />
        <Route path="reviews" element={<ReportedReviews />} />
        <Route path="reviews/hidden" element={<HiddenReviews />} />
      </Routes>
    </>
  )
}

function Reported() {
  const { api } = useApp()
  const page = pageOf(useSearchParams()[0])
  const reported = useQuery({ ...reportedQuery(api, page), placeholderData: keepPreviousData })
  const empty = (
    <EmptyState title="Ничего не ждёт">Когда кто-нибудь пожалуется на запись, она появится здесь.</EmptyState>
  )
  return (
    <Paged query={reported} page={page} href={pageHref} empty={empty}>
      {entries => (
        <ul aria-label="Записи с жалобами" className="grid gap-6">
          {entries.map(entry => (
            <Judged key={entry.post.id} post={entry.post}>
              <ReportsPanel reported={entry} />
            </Judged>
          ))}
        </ul>
      )}
    </Paged>
  )
}

function Hidden() {
  const { api } = useApp()
  const page = pageOf(useSearchParams()[0])
  const hidden = useQuery({ ...hiddenQuery(api, page), placeholderData: keepPreviousData })
  return (
    <Paged query={hidden} page={page} href={pageHref} empty={<EmptyState title="Скрытых записей нет" />}>
      {entries => (
        <ul aria-label="Скрытые записи" className="grid gap-6">
          {entries.map(entry => (
            <Judged key={entry.post.id} post={entry.post}>
              <HiddenPanel hidden={entry} />
            </Judged>
          ))}
        </ul>
      )}
    </Paged>
  )
}

function Complaints() {
  const { api } = useApp()
  const page = pageOf(useSearchParams()[0])
  const empty = (
    <EmptyState title="Ничего не ждёт">
      Когда кто-нибудь пожалуется на комментарий, человека, сообщение, объявление или компанию, это появится здесь.
    </EmptyState>
  )
  return (
    <Paged query={useQuery(complaintsQuery(api, page))} page={page} href={pageHref} empty={empty}>
      {entries => (
        <ul aria-label="Жалобы" className="grid gap-6">
          {entries.map(entry => (
            <ComplaintItem key={`${entry.kind} ${entry.id}`} complaint={entry} />
          ))}
        </ul>
      )}
    </Paged>
  )
}

function Appeals() {
  const { api } = useApp()
  const page = pageOf(useSearchParams()[0])
  const empty = <EmptyState title="Никто не обжалует решений" />
  return (
    <Paged query={useQuery(appealsQuery(api, page))} page={page} href={pageHref} empty={empty}>
      {entries => (
        <ul aria-label="Обжалованные решения" className="grid gap-6">
          {entries.map(entry => (
            <AppealItem key={entry.decision.id} appealed={entry} />
          ))}
        </ul>
      )}
    </Paged>
  )
}

function ReportedReviews() {
  const { api } = useApp()
  const page = pageOf(useSearchParams()[0])
  const reported = useQuery({ ...reportedReviewsQuery(api, page), placeholderData: keepPreviousData })
  const empty = (
    <EmptyState title="Ничего не ждёт">
      Когда кто-нибудь пожалуется на отзыв или на ответ компании, он появится здесь.
    </EmptyState>
  )
  return (
    <Paged query={reported} page={page} href={pageHref} empty={empty}>
      {entries => (
        <ul aria-label="Отзывы с жалобами" className="grid gap-6">
          {entries.map(entry => (
            <JudgedReviewItem key={`${entry.review.id} ${entry.review.part}`} review={entry.review}>
              <ReportedReviewPanel reported={entry} />
            </JudgedReviewItem>
          ))}
        </ul>
      )}
    </Paged>
  )
}

function HiddenReviews() {
  const { api } = useApp()
  const page = pageOf(useSearchParams()[0])
  const hidden = useQuery({ ...hiddenReviewsQuery(api, page), placeholderData: keepPreviousData })
  return (
    <Paged query={hidden} page={page} href={pageHref} empty={<EmptyState title="Скрытых отзывов нет" />}>
      {entries => (
        <ul aria-label="Скрытые отзывы" className="grid gap-6">
          {entries.map(entry => (
            <JudgedReviewItem key={`${entry.review.id} ${entry.review.part}`} review={entry.review}>
              <HiddenReviewPanel hidden={entry} />
            </JudgedReviewItem>
          ))}
        </ul>
      )}
    </Paged>
  )
}

/** A post as others see it, with details and actions beside it. */
function Judged({ post, children }: { post: Post; children: ReactNode }) {
  return (
    <li className="grid min-w-0 items-start gap-4 border-b border-line pb-6 last:border-0 xl:grid-cols-[minmax(0,1fr)_18rem] xl:gap-8">
      <PostCard post={post} isJudged />
      {children}
    </li>
  )
}
