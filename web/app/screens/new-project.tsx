import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { LineAnswer } from '#contract/projects.ts'
import { withNext } from '#web/features/accounts/next-path.ts'
import { keepWhy } from '#web/features/accounts/why.ts'
import { companyChoicesQuery } from '#web/features/companies/api.ts'
import { chosenPlace } from '#web/features/places/chosen-place.ts'
import { projectQuery, projectsKey } from '#web/features/projects/api.ts'
import {
  type Draft,
  emptyDraft,
  formOf,
  isToBeSaved,
  storeDraft,
  storedDraft,
  storedSaved,
  storeSaved,
} from '#web/features/projects/draft.ts'
import { Preview } from '#web/features/projects/preview.tsx'
import { ScheduleForm } from '#web/features/projects/schedule-form.tsx'
import { keepFile, storedFile } from '#web/features/projects/stored-file.ts'
import { lineForms } from '#web/features/projects/words.ts'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { getSession, useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { type Messages, messagesOfAnswer } from '#web/ui/refusals.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const path = '/projects/new'

export const loader =
  ({ queries, api }: AppContext) =>
  async () => {
    await queries.ensureQueryData(companyChoicesQuery(api))
    return null
  }

/** One tab after the other, where the browser can: the tab of the sign-up and that of its letter come here at once. */
const aloneInBrowser = (act: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('schedule', act) : act()

/** The schedule of this browser, and its becoming a project: asked for here, or by a visitor who has signed in since. */
function useSchedule() {
  const { api } = useApp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  /** The person has just signed in, to go on with what they had begun. */
  const goesOn = (useLocation().state as { goesOn?: boolean } | null)?.goesOn === true
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [file, setFile] = useState<File | null>(null)
  const [isFileKept, setFileKept] = useState(true)
  const [errors, setErrors] = useState<Messages>({})
  const [isSaving, setSaving] = useState(false)

  function change(next: Partial<Draft>) {
    const whole = { ...draft, savingSince: null, ...next }
    setDraft(whole)
    storeDraft(whole)
  }

  function chooseFile(chosen: File | null) {
    setFile(chosen)
    change({ fileName: chosen?.name ?? null })
    void keepFile(chosen).then(isKept => setFileKept(isKept || chosen === null))
  }

  async function save(whole: Draft, source: File | null) {
    setSaving(true)
    setErrors({})
    try {
      const project = await api.call('POST /projects/', { body: formOf(whole, source) })
      queries.setQueryData(projectQuery(api, project.id).queryKey, project)
      void queries.invalidateQueries({ queryKey: [...projectsKey, 'lists'] })
      storeSaved(project.id)
      storeDraft(null)
      await keepFile(null)
      await navigate(`/projects/${project.id}`, { replace: whole.savingSince !== null })
    } catch (failure) {
      setErrors(messagesOfAnswer(failure))
      setDraft({ ...whole, isAsked: false, savingSince: null })
      setSaving(false)
    }
  }

  // What was pasted before is in the browser's storage: the server and the first render do not know it.
  const isRead = useRef(false)
  useEffect(() => {
    if (isRead.current) return
    isRead.current = true
    const goToSaved = async () => navigate(`/projects/${storedSaved() ?? ''}`, { replace: true })
    const stored = storedDraft()
    if (!stored) {
      if (goesOn && storedSaved() !== null) void goToSaved()
      return
    }
    void (async () => {
      const kept = stored.fileName === null ? null : await storedFile()
      const isLost = stored.fileName !== null && kept?.name !== stored.fileName
      const whole = isLost ? { ...stored, fileName: null, isAsked: false, answers: [] } : stored
      setFile(isLost ? null : kept)
      setDraft(whole)
      if (isLost) setErrors({ file: `Файл «${stored.fileName}» браузер не сохранил. Выберите его ещё раз.` })
      else if (getSession().isAuthenticated && isToBeSaved(stored))
        await aloneInBrowser(() => (storedDraft() === null ? goToSaved() : save(whole, kept)))
    })()
  })

  return { draft, change, file, chooseFile, isFileKept, errors, setErrors, isSaving, save }
}

/** A schedule in: a visitor sees what would become of it, a member's becomes a project at once. */
export function Component() {
  const { isAuthenticated } = useSession()
  const { draft, change, file, chooseFile, isFileKept, errors, setErrors, isSaving, save } = useSchedule()
  const [version, setVersion] = useState(0)
  /** Plants that were read. */
  const [count, setCount] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)

  function submit() {
    if (!file && draft.text.trim() === '') return setErrors({ text: 'Вставьте список растений или выберите файл' })
    setErrors({})
    // Where somebody is has been asked once, in the bar.
    const place = draft.place ?? chosenPlace()
    if (isAuthenticated) return void save({ ...draft, place, answers: [] }, file)
    change({ isAsked: true, answers: [], place })
    setVersion(before => before + 1)
    heading.current?.focus()
  }

  function keepForSaving() {
    change({ savingSince: Date.now() })
    keepWhy(path, `Сохраним ведомость: ${counted(count, lineForms)}`)
  }

  const isPreview = draft.isAsked && !isAuthenticated
  return (
    <div className={clsx('mx-auto px-4 pt-6 sm:px-6', isPreview ? 'max-w-page' : 'max-w-5xl')}>
      <PageMeta
        title={screenTitle('Подбор по списку')}
        description="Вставьте ассортиментную ведомость или загрузите таблицу: для каждого растения найдём предложения питомников с размерами, ценами и наличием и посчитаем смету."
        path={path}
      />
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
          Подбор по списку
        </h1>
        <Link to="/projects" className="members-only link inline-flex min-h-11 items-center">
          Мои проекты
        </Link>
      </div>
      {isSaving ? (
        <div aria-busy className="mt-4">
          <p role="status" className="mb-4 text-muted">
            Подбираем и сохраняем проект…
          </p>
          <Skeleton className="h-96" />
        </div>
      ) : isPreview ? (
        <>
          <p className="mt-1 mb-5 flex flex-wrap items-center gap-x-4 text-muted">
            Так мы поняли ваш список.
            <Button variant="quiet" size="sm" onClick={() => change({ isAsked: false })} className="-mx-3 min-h-11">
              Изменить список
            </Button>
          </p>
          <Preview
            key={version}
            draft={draft}
            file={file}
            version={version}
            onAnswers={(answers: LineAnswer[]) => change({ answers })}
            onRead={setCount}
          >
            <SaveLinks isFileKept={isFileKept} onSave={keepForSaving} />
          </Preview>
        </>
      ) : (
        <>
          <p className="mt-1 mb-5 max-w-prose text-muted">
            Вставьте ассортиментную ведомость, смету или письмо заказчика. Для каждой строки найдём, что предлагают
            питомники, и посчитаем, во сколько это обойдётся.
          </p>
          <ScheduleForm
            draft={draft}
            file={file}
            errors={errors}
            busy={false}
            onChange={change}
            onFile={chooseFile}
            onError={setErrors}
            onSubmit={submit}
          />
        </>
      )}
    </div>
  )
}

/** The ways in which what is chosen becomes a visitor's project. */
function SaveLinks({ isFileKept, onSave }: { isFileKept: boolean; onSave: () => void }) {
  return (
    <div className="grid gap-1.5">
      <div className="grid gap-2">
        <ButtonLink to={withNext('/signup', path)} onClick={onSave}>
          Сохранить проект
        </ButtonLink>
        <ButtonLink to={withNext('/login', path)} variant="secondary" onClick={onSave}>
          У меня есть учётная запись
        </ButtonLink>
      </div>
      <p className="text-xs text-muted">
        {isFileKept
          ? 'Список и ваш выбор останутся в этом браузере и после регистрации станут проектом.'
          : 'Браузер не смог сохранить файл: после регистрации его придётся выбрать ещё раз.'}
      </p>
    </div>
  )
}
