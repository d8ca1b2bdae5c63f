import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { projectLimits } from '#contract/project-limits.ts'
import { sharedQuery } from '#web/features/projects/api.ts'
import { ClientTable } from '#web/features/projects/client-table.tsx'
import { clientHeadText, headText } from '#web/features/projects/head-text.ts'
import { ScheduleTable } from '#web/features/projects/schedule-table.tsx'
import { chosenTotalsText } from '#web/features/projects/words.ts'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { pageOf } from '#web/lib/page-of.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Button } from '#web/ui/button.tsx'
import { Download, Printer } from '#web/ui/icons.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

export const loader =
  ({ queries, api }: AppContext) =>
  async ({ params: { token = '' }, request }: LoaderFunctionArgs) => {
    await queries.ensureQueryData(sharedQuery(api, token, pageOf(new URL(request.url).searchParams)))
    return null
  }

/** Pixels below the window at which the next lines are fetched. */
const ahead = '800px'

/**
 * A project for those who were given its address: to be read, nothing else. It comes in parts as one scrolls; without
 * scripts each part is a page with links to the others.
 */
export function Component() {
  const { token = '' } = useParams()
  const first = pageOf(useSearchParams()[0])
  return <SharedProject key={`${token} ${first}`} token={token} first={first} />
}

function SharedProject({ token, first }: { token: string; first: number }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { data: project } = useSuspenseQuery(sharedQuery(api, token, first))
  const [later, setLater] = useState<(typeof project)[]>([])
  const [fetching, setFetching] = useState<'idle' | 'busy' | 'failed'>('idle')
  const [isPrinting, setPrinting] = useState(false)
  const parts = [project, ...later]
  const shown = parts.reduce((count, part) => count + part.lines.length, 0)
  const last = first + later.length
  const pages = Math.ceil(project.count / projectLimits.sharedLines)
  const href = (page: number) => (page > 1 ? `?page=${page}` : '.')
  const part = (page: number) => queries.ensureQueryData(sharedQuery(api, token, page))

  async function showNext() {
    setFetching('busy')
    try {
      const next = await part(last + 1)
      // Unless all of them have come meanwhile, to be printed.
      setLater(shown => (shown.length === later.length ? [...shown, next] : shown))
      setFetching('idle')
    } catch {
      setFetching('failed')
    }
  }

  async function print() {
    setPrinting(true)
    try {
      const all: typeof later = []
      for (let page = first + 1; page <= pages; page++) all.push(await part(page))
      flushSync(() => setLater(all))
      window.print()
    } catch {
      setFetching('failed')
    } finally {
      setPrinting(false)
    }
  }

  const more = last < pages && (
    <NextPart
      href={href(last + 1)}
      isBusy={fetching === 'busy'}
      left={project.count - (first - 1) * projectLimits.sharedLines - shown}
      hasFailed={fetching === 'failed'}
      onNext={() => void showNext()}
    />
  )

  return (
    <div className="mx-auto max-w-page px-4 pt-6 sm:px-6">
      <PageMeta title={screenTitle(project.name)} />
      <p className="text-sm text-muted">Ассортиментная ведомость</p>
      <h1 className="text-3xl wrap-anywhere">{project.name}</h1>
      <p className="mt-1 text-muted">{'chosen_count' in project ? headText(project) : clientHeadText(project)}</p>
      <div className="mt-3 mb-5 flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        {'chosen_count' in project && (
          <p className="text-lg font-semibold">{chosenTotalsText(project.chosen_count, project.totals)}</p>
        )}
        <div className="flex flex-wrap gap-3">
          <a
            href={`/api/shared/${token}/export.pdf`}
            download
            className={`${buttonStyle('secondary', 'md')} print:hidden`}
          >
            <Download size={18} />
            PDF
          </a>
          <Button
            variant="secondary"
            busy={isPrinting}
            onClick={() => void print()}
            className="needs-script print:hidden"
          >
            <Printer size={18} />
            Печать
          </Button>
        </div>
      </div>
      {first > 1 && (
        <p className="mb-3 print:hidden">
          <Link to={href(first - 1)} rel="prev" className="inline-block min-h-6 text-leaf">
            Предыдущие строки
          </Link>
        </p>
      )}
      {'chosen_count' in project ? (
        <ScheduleTable
          project={{ lines: parts.flatMap(part => ('chosen_count' in part ? part.lines : [])), totals: project.totals }}
          before={project.lines_before}
          more={more}
        />
      ) : (
        <ClientTable
          token={token}
          lines={parts.flatMap(part => ('chosen_count' in part ? [] : part.lines))}
          totals={project.totals}
          before={project.lines_before}
          more={more}
        />
      )}
      {'chosen_count' in project && (
        <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3 text-muted print:hidden">
          Цены и наличие — питомников, на сегодня. У вас тоже есть список растений?
          <ButtonLink to="/projects/new" variant="secondary">
            Подбор по списку
          </ButtonLink>
        </p>
      )}
    </div>
  )
}

interface NextPartProps {
  href: string
  /** The parts before it are not there yet. */
  isBusy: boolean
  /** Rows that are not there. */
  left: number
  /** It is asked for again by hand only. */
  hasFailed: boolean
  onNext: () => void
}

/** The link to the next lines, which come by themselves when it is nearly in sight. */
function NextPart({ href, isBusy, left, hasFailed, onNext }: NextPartProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const next = useRef(onNext)
  useEffect(() => {
    next.current = onNext
  })
  useEffect(() => {
    if (isBusy || hasFailed || !link.current) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) next.current()
      },
      { rootMargin: ahead },
    )
    observer.observe(link.current)
    return () => observer.disconnect()
  }, [isBusy, hasFailed, href])
  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    if (!isBusy) onNext()
  }
  return (
    <Link
      ref={link}
      to={href}
      rel="next"
      aria-busy={isBusy}
      onClick={onClick}
      className="inline-flex min-h-11 items-center font-semibold text-leaf"
    >
      {isBusy
        ? 'Загружаем следующие строки…'
        : hasFailed
          ? 'Строки не загрузились. Повторить'
          : `Следующие строки: ещё ${left}`}
    </Link>
  )
}
