import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { LineAnswer, Project, ProjectLine } from '#contract/projects.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { formatPrice } from '#web/lib/format-price.ts'
import { counted } from '#web/lib/plural.ts'
import { Info } from '#web/ui/icons.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Draft, formOf, withAnswer } from './draft.ts'
import { KeysHint, LineList } from './line-list.tsx'
import { isChosen, type Plan, plansOf } from './strategies.ts'
import { withLines } from './totals.ts'
import type { LineForm } from './typed-line.ts'
import { atNurseries, chosenText, offeredText, strategyNames, totalsText } from './words.ts'

interface PreviewProps {
  draft: Draft
  file: File | null
  /** Which preview this is: the text or file of another one is read anew. */
  version: number
  onAnswers: (answers: LineAnswer[]) => void
  /** How many plants were read, for what is said while signing up. */
  onRead: (lines: number) => void
  /** What can be done with it, below its sums. */
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

/** What the server is asked again for: all but what is chosen. */
const correctionsOf = (answers: readonly LineAnswer[]): LineAnswer[] =>
  answers.flatMap(({ chosen: _, ...rest }) => (Object.keys(rest).length > 1 ? [rest] : []))

/** A quantity is a number where it can be one; what is not is refused by the server. */
function answerOf(position: number, form: LineForm): LineAnswer {
  const { position: _, quantity, ...rest } = form
  const number = typeof quantity === 'string' ? Number(quantity.replace(',', '.')) : quantity
  const known = quantity === undefined ? {} : { quantity: Number.isNaN(number) ? quantity : number }
  return { position, ...rest, ...known } as LineAnswer
}

/** Fields of an answer are named as those of a line. */
function asOfLine(error: ApiError): ApiError {
  const fields = Object.entries(error.fields).map(([name, found]) => [name.replace(/^answers\.\d+\./, ''), found])
  return Object.assign(error, { fields: Object.fromEntries(fields) })
}

/** The server's reading of a schedule with the answers so far; while the next one comes, the last one is shown. */
function usePreview(draft: Draft, file: File | null, version: number) {
  const { api } = useApp()
  const queries = useQueryClient()
  const queryOf = (answers: readonly LineAnswer[]) => {
    const corrections = correctionsOf(answers)
    return {
      queryKey: ['schedule-preview', version, corrections],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.call('POST /projects/preview/', { body: formOf({ ...draft, answers: corrections }, file), signal }),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false as const,
    }
  }
  const preview = useQuery({ ...queryOf(draft.answers), placeholderData: keepPreviousData })
  const { data } = preview
  // Lines of a preview have new ids each time: by their numbers they stay the same.
  const project = useMemo(() => {
    if (!data) return null
    const lines = data.lines.map(line => ({ ...line, id: String(line.position) }))
    return withChoices({ ...data, lines }, draft.answers)
  }, [data, draft.answers])
  return { project, preview, check: (answers: readonly LineAnswer[]) => queries.fetchQuery(queryOf(answers)) }
}

/** What a schedule would become; nothing of it is stored on the server. */
export function Preview({ draft, file, version, onAnswers, onRead, children }: PreviewProps) {
  const { project, preview, check } = usePreview(draft, file, version)
  const [asked, setAsked] = useState<string | null>(null)
  const plans = useMemo(() => (project ? plansOf(project.lines) : []), [project])

  const choose = (plan: Plan) =>
    onAnswers(
      (project?.lines ?? []).reduce(
        (answers: readonly LineAnswer[], { position, state }) =>
          state === 'note' ? answers : withAnswer(answers, { position, chosen: plan.chosen.get(position) ?? null }),
        draft.answers,
      ) as LineAnswer[],
    )

  // A first total without a further press: the cheapest, until a person chooses otherwise.
  const begin = useRef(choose)
  const told = useRef(onRead)
  useLayoutEffect(() => {
    begin.current = choose
    told.current = onRead
  })
  const isBegun = draft.answers.some(({ chosen }) => chosen !== undefined)
  const isRead = project !== null && !preview.isPlaceholderData
  const [first] = plans
  useEffect(() => {
    if (isRead && !isBegun && first && first.chosen.size > 0) begin.current(first)
  }, [isRead, isBegun, first])
  const count = project?.totals.lines ?? 0
  useEffect(() => {
    if (count > 0) told.current(count)
  }, [count])

  const now = { answer: (answer: LineAnswer) => onAnswers(withAnswer(draft.answers, answer)), save }
  const current = useRef(now)
  useLayoutEffect(() => {
    current.current = now
  })
  /** Looks at once whether the server takes it, so that what is wrong is said beside its field. */
  async function save({ id, position }: ProjectLine, form: LineForm) {
    const answers = withAnswer(draft.answers, answerOf(position, form))
    setAsked(id)
    try {
      await check(answers)
    } catch (error) {
      throw error instanceof ApiError ? asOfLine(error) : error
    }
    onAnswers(answers)
  }
  const actions = useMemo(
    () => ({
      onPlant: ({ id, position }: { id: string; position: number }, plant: { id: number } | null) => {
        setAsked(id)
        current.current.answer({ position, plant: plant?.id ?? null })
      },
      onChoose: ({ position }: { position: number }, chosen: number | null) =>
        current.current.answer({ position, chosen }),
      onQuantity: ({ id, position }: { id: string; position: number }, quantity: number) => {
        setAsked(id)
        current.current.answer({ position, quantity })
      },
      editing: {
        onSave: async (line: ProjectLine, form: LineForm) => {
          if (Object.keys(form).length > 0) await current.current.save(line, form)
        },
      },
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
    <div className="grid gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="xl:order-last">
        <Total project={project}>
          <Plans plans={plans} lines={project.lines} hasPlace={draft.place !== null} onChoose={choose} />
          <div className="mt-4">{children}</div>
        </Total>
      </div>
      <div className="min-w-0">
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
      </div>
    </div>
  )
}

function Total({ project: { name, totals, lines }, children }: { project: Project; children: ReactNode }) {
  return (
    <section
      aria-label="Итого"
      className="rounded-xl border-2 border-leaf/40 bg-surface p-4 sm:p-5 xl:sticky xl:top-20"
    >
      <p className="font-serif text-lg">{name}</p>
      <p className="font-serif text-3xl tabular-nums">{formatPrice(totals.price)}</p>
      <p className="text-sm text-muted">
        {chosenText(lines.filter(({ chosen }) => chosen !== null).length, totals.lines)}
        {totals.companies.length > 0 && ` у ${counted(totals.companies.length, atNurseries)}`}
      </p>
      <p className="sr-only">{offeredText(lines)}</p>
      {children}
    </section>
  )
}

interface PlansProps {
  plans: readonly Plan[]
  lines: readonly ProjectLine[]
  hasPlace: boolean
  onChoose: (plan: Plan) => void
}

/** The ways of choosing everything at once, each with what it comes to and at how many nurseries. */
function Plans({ plans, lines, hasPlace, onChoose }: PlansProps) {
  const wanted = lines.filter(({ state }) => state !== 'note')
  return (
    <fieldset className="mt-3 grid gap-2 sm:grid-cols-3 xl:grid-cols-1">
      <legend className="mb-2 text-sm font-semibold">Выбрать для всех строк</legend>
      {plans.map(plan => (
        <button
          key={plan.strategy}
          type="button"
          aria-pressed={isChosen(plan, wanted)}
          onClick={() => onChoose(plan)}
          className="grid min-h-14 grid-cols-[1fr_auto] items-center gap-x-3 rounded-lg border border-line bg-paper px-3 py-1.5 text-left hover:border-leaf aria-pressed:border-leaf aria-pressed:bg-leaf-soft"
        >
          <span className="font-semibold">{strategyNames[plan.strategy]}</span>
          <span className="font-semibold whitespace-nowrap tabular-nums">{formatPrice(plan.price)}</span>
          <span className="col-span-2 text-sm text-muted">
            {plan.chosen.size} из {wanted.length} у {counted(plan.companies, atNurseries)}
          </span>
        </button>
      ))}
      {!hasPlace && (
        <p className="text-sm text-muted sm:col-span-3 xl:col-span-1">
          Ближе всего: укажите место участка в «Изменить список».
        </p>
      )}
    </fieldset>
  )
}
