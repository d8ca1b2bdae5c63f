import type { StaffOverview } from '#contract/moderation/overview.ts'
import { counted } from '#web/lib/plural.ts'

const waitingForms = ['работа ждёт', 'работы ждут', 'работ ждут'] as const
const failedForms = ['не удалась', 'не удались', 'не удались'] as const

/** The state of background jobs: emails, drawings, clean-up. */
export function JobCounts({ overview }: { overview: StaffOverview }) {
  const { jobs_waiting, jobs_failed } = overview
  return (
    <section aria-labelledby="jobs" className="mt-10">
      <h2 id="jobs" className="mb-2 text-2xl">
        Фоновые работы
      </h2>
      <p className="text-muted">Письма, рисунки растений и уборка делаются после ответа, одна работа за другой.</p>
      <p className={jobs_failed > 0 ? 'text-danger' : 'text-ink'}>
        {counted(jobs_waiting, waitingForms)} очереди, {counted(jobs_failed, failedForms)} за последнюю неделю.
      </p>
    </section>
  )
}
