import { Link } from 'react-router'
import type { ReportedPost } from '#contract/moderation/posts.ts'
import { counted } from '#web/lib/plural.ts'
import { reportReasonWords } from '#web/lib/report-reasons.ts'
import { momentOf } from './dates.ts'

const reportForms = ['жалоба', 'жалобы', 'жалоб'] as const

type Reported = Pick<ReportedPost, 'reports_count' | 'first_reported_at' | 'last_reported_at'> & {
  /** With what the person says, where that is asked for. */
  reports: (Pick<ReportedPost['reports'][number], 'created_by' | 'created_at'> &
    Partial<Pick<ReportedPost['reports'][number], 'reason' | 'text'>>)[]
}

/** How many reports there are of something, since when, and whose. */
export function ReportFacts({ reported }: { reported: Reported }) {
  const { reports, reports_count: count, first_reported_at: first, last_reported_at: last } = reported
  const unnamed = count - reports.length
  const [from, to] = [momentOf(first), momentOf(last)]
  return (
    <>
      <h2 className="text-xl">{counted(count, reportForms)}</h2>
      <p className="text-sm text-muted">{from === to ? from : `Первая ${from}, последняя ${to}`}</p>
      <ul aria-label="Кто пожаловался" className="grid gap-1 text-sm">
        {reports.map(({ created_by: person, created_at, reason, text }) => (
          <li key={person.id} className="wrap-anywhere">
            <Link to={`/profile/${person.id}`} className="link inline-block py-0.5">
              {person.name}
            </Link>{' '}
            <time dateTime={created_at} className="text-muted">
              {momentOf(created_at)}
            </time>
            {reason && (
              <p className="whitespace-pre-wrap">
                <b>{reportReasonWords[reason]}</b>
                {text && `: ${text}`}
              </p>
            )}
          </li>
        ))}
        {unnamed > 0 && <li className="text-muted">и ещё {unnamed}</li>}
      </ul>
    </>
  )
}
