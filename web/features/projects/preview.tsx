import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { LineAnswer, Project } from '#contract/projects.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Info } from '#web/ui/icons.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Draft, formOf } from './draft.ts'
import { KeysHint, LineList } from './line-list.tsx'
import { withLines } from './totals.ts'
import { offeredText, totalsText } from './words.ts'

interface PreviewProps {
  draft: Draft
  file: File | null
  /** Which preview this is: the text or file of another one is read anew. */
  version: number
  onAnswer: (answer: LineAnswer) => void
  /** What can be done with it, beside its sums. */
  children: ReactNode
}

/** With what was chosen: that needs no answer of the server. */
function withChoices(project: Project, answers: readonly LineAnswer[]): Project {
  const chosen = new Map(answers.map(answer => [answer.position, answer.chosen ?? null]))
  const lines = project.lines.map(line => {
    const choice = chosen.get(line.position) ?? null
    const isThere = line.options.some(({ variant }) => variant.id === choice)
    return isThere === (line.chosen !== null) && (!isThere || line.chosen === choice)
      ? line
      : { ...line, chosen: isThere ? choice : null }
  })
  return withLines(project, lines)
}

/** What a schedule would become; nothing of it is stored on the server. */
export function Preview({ draft, file, version, onAnswer, children }: PreviewProps) {
  const { api } = useApp()
  const plants = draft.answers
    .filter(({ plant }) => plant !== undefined)
    .map(({ position, plant }) => ({ position, plant }))
  const preview = useQuery({
    queryKey: ['schedule-preview', version, plants],
    queryFn: ({ signal }) =>
      api.call('POST /projects/preview/', { body: formOf({ ...draft, answers: plants }, file), signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const [asked, setAsked] = useState<string | null>(null)
  const { data } = preview
  // Lines of a preview have new ids each time: by their numbers they stay the same.
  const project = useMemo(() => {
    if (!data) return null
    const lines = data.lines.map(line => ({ ...line, id: String(line.position) }))
    return withChoices({ ...data, lines }, draft.answers)
  }, [data, draft.answers])
  const answer = useRef(onAnswer)
  useLayoutEffect(() => {
    answer.current = onAnswer
  })
  const actions = useMemo(
    () => ({
      onPlant: ({ id, position }: { id: string; position: number }, plant: { id: number } | null) => {
        setAsked(id)
        answer.current({ position, plant: plant?.id ?? null })
      },
      onChoose: ({ position }: { position: number }, chosen: number | null) => answer.current({ position, chosen }),
      editing: null,
    }),
    [],
  )
  if (!project)
    return (
      <Pending queries={[preview]}>
        <p className="mb-4 text-muted">Читаем ведомость и ищем предложения…</p>
        <Skeleton className="mb-4 h-24" />
        <Skeleton className="h-96" />
      </Pending>
    )
  const busy = new Set(preview.isPlaceholderData && asked !== null ? [asked] : [])
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-xl border-2 border-leaf/40 bg-surface p-4 sm:p-5">
        <p className="min-w-0 grow basis-72">
          <span className="block font-serif text-xl">{project.name}</span>
          <span className="block text-muted">{offeredText(project.lines)}</span>
          {project.totals.companies.length > 0 && <span className="block font-semibold">{totalsText(project)}</span>}
        </p>
        {children}
      </div>
      {preview.error && (
        <p role="alert" className="mb-4 flex items-start gap-2 text-danger">
          <Info size={20} className="mt-0.5 shrink-0" />
          {preview.error.message}
        </p>
      )}
      <LineList
        key={version}
        lines={project.lines}
        busy={busy}
        actions={actions}
        said={preview.isPlaceholderData ? '' : totalsText(project)}
      >
        <KeysHint />
      </LineList>
    </>
  )
}
