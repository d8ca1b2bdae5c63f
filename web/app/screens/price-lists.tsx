import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type PriceList, previewLimits, priceListLimits } from '#contract/price-lists.ts'
import { withNext } from '#web/features/accounts/next-path.ts'
import { keepWhy } from '#web/features/accounts/why.ts'
import { myTeamQuery } from '#web/features/companies/api.ts'
import { listQuery, listSender, listsKey } from '#web/features/price-lists/api.ts'
import { DropZone } from '#web/features/price-lists/drop-zone.tsx'
import { ListHistory, ListSteps } from '#web/features/price-lists/list-history.tsx'
import { ListPreview } from '#web/features/price-lists/list-preview.tsx'
import { MailAddress } from '#web/features/price-lists/mail-address.tsx'
import { PasteList } from '#web/features/price-lists/paste-list.tsx'
import {
  formOf,
  isToBeSent,
  keepList,
  type StoredList,
  storedList,
  nameOf,
  withAnswer,
} from '#web/features/price-lists/stored-list.ts'
import { rowForms } from '#web/features/price-lists/words.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { useSession } from '#web/lib/session.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { DownloadButton } from '#web/ui/download-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { ImagePlus } from '#web/ui/icons.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { memberFetch, refreshAccess } from '../member-fetch.ts'

const path = '/price-list'

/** A price list in: a visitor sees how it is read, a member's is read to be applied. */
export function Component() {
  const { isAuthenticated } = useSession()
  return (
    <div className="mx-auto max-w-page px-4 pt-6 sm:px-6">
      <PageMeta
        title={screenTitle(isAuthenticated ? 'Прайс-лист' : 'Проверьте свой прайс-лист')}
        description="Загрузите прайс-лист питомника, как есть: прочитаем названия, размеры, цены и наличие, о неясном спросим. Без регистрации, ничего не сохраняя."
        path={path}
      />
      {isAuthenticated ? (
        <ForMembers />
      ) : (
        <>
          {/* The server does not know who looks. */}
          <div className="visitors-only">
            <ForVisitors />
          </div>
          <div className="members-only" aria-busy>
            <Skeleton className="mt-4 mb-8 h-56" />
            <Skeleton className="h-64" />
          </div>
        </>
      )}
    </div>
  )
}

const noList: StoredList = { file: null, text: '', answers: [], sendingSince: null }

const beingSent = (list: StoredList): StoredList => ({ ...list, sendingSince: Date.now() })

function ForVisitors() {
  const [list, setList] = useState<StoredList | null>(null)
  const [isKept, setKept] = useState(true)
  const [version, setVersion] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)

  function change(next: StoredList | null) {
    setList(next)
    void keepList(next).then(kept => setKept(kept || next === null))
  }
  function look(source: Partial<StoredList>) {
    change({ ...noList, ...source })
    setVersion(before => before + 1)
    heading.current?.focus()
  }

  // What was looked at before is in the browser's storage: the server and the first render do not know it.
  useEffect(() => {
    let isThere = true
    void storedList().then(kept => {
      if (isThere && kept) setList(before => before ?? kept)
    })
    return () => {
      isThere = false
    }
  }, [])

  function publish(publishable: number) {
    if (list) change(beingSent(list))
    if (publishable > 0) keepWhy(path, `Опубликуем ${counted(publishable, rowForms)}`)
  }
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mb-2 text-3xl outline-none">
        Проверьте свой прайс-лист
      </h1>
      {list === null ? (
        <div className="max-w-5xl">
          <p className="mb-5 max-w-prose text-muted">
            Покажем, как его прочитает «Дендро»: что стало названием, размером и ценой, а о чём спросим. Регистрация не
            нужна, и мы ничего не сохраняем.
          </p>
          <DropZone
            send={async file => file}
            onSent={file => look({ file })}
            most={{ megabytes: previewLimits.bytes / (1024 * 1024), rows: previewLimits.rows }}
          />
          <PasteList send={async text => text} onSent={text => look({ text })} />
          <div className="mt-8">
            <ListSteps />
          </div>
        </div>
      ) : (
        <>
          <p className="mb-5 max-w-prose text-muted">Так мы его поняли. Растения по-прежнему только у вас.</p>
          <ListPreview
            key={version}
            list={list}
            version={version}
            onAnswer={(question, value) =>
              change({ ...list, answers: withAnswer(list.answers, { question, value }), sendingSince: null })
            }
            onOther={() => {
              change(null)
              heading.current?.focus()
            }}
          >
            {publishable => (
              <div className="grid gap-1.5 max-sm:w-full">
                <div className="flex flex-wrap gap-2 max-sm:grid">
                  <ButtonLink to={withNext('/signup', path)} onClick={() => publish(publishable)}>
                    {publishable > 0 ? `Опубликовать ${counted(publishable, rowForms)}` : 'Зарегистрировать питомник'}
                  </ButtonLink>
                  <ButtonLink to={withNext('/login', path)} variant="secondary" onClick={() => publish(publishable)}>
                    У меня есть учётная запись
                  </ButtonLink>
                </div>
                <p className="max-w-md text-xs text-muted">
                  {isKept
                    ? 'Прайс-лист и ваши ответы останутся в этом браузере и загрузятся, как только появится компания.'
                    : 'Браузер не смог сохранить прайс-лист: после регистрации его придётся загрузить ещё раз.'}
                </p>
              </div>
            )}
          </ListPreview>
        </>
      )}
    </>
  )
}

function ForMembers() {
  const { api } = useApp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const team = useQuery(myTeamQuery(api))
  const [send] = useState(() => listSender(refreshAccess))
  const [kept, setKept] = useState<StoredList | null>(null)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState('')

  function openSent(list: PriceList, replace = false) {
    queries.setQueryData(listQuery(api, list.id).queryKey, list)
    void queries.invalidateQueries({ queryKey: [...listsKey, 'all'] })
    void navigate(`${path}/${list.id}`, { replace })
  }

  function forget() {
    setKept(null)
    void keepList(null)
  }

  async function sendKept(list: StoredList) {
    setSending(true)
    setError('')
    try {
      const sent = await api.call('POST /price-lists/', { body: formOf(list) })
      await keepList(null)
      openSent(sent, true)
    } catch (failure) {
      setError((failure as Error).message)
      setKept(list)
      setSending(false)
    }
  }

  // What was looked at before signing up. It is sent once, whatever is rendered meanwhile.
  const isLookedFor = useRef(false)
  const hasCompany = Boolean(team.data)
  const isKnown = team.data !== undefined
  useEffect(() => {
    if (!isKnown || isLookedFor.current) return
    isLookedFor.current = true
    void storedList().then(list => {
      if (!list) return
      if (hasCompany && isToBeSent(list)) void sendKept(list)
      else setKept(list)
    })
  })

  return (
    <div className="mx-auto max-w-5xl">
      <Breadcrumbs crumbs={[{ name: 'Мои растения', to: '/products/my_products' }, { name: 'Прайс-лист' }]} />
      <h1 className="mt-1 mb-2 text-3xl">Прайс-лист</h1>
      {team.data === undefined || isSending ? (
        <Pending queries={[team]}>
          {isSending && (
            <p role="status" className="mb-4 text-muted">
              Загружаем прайс-лист, который вы проверяли…
            </p>
          )}
          <Skeleton className="mb-8 h-56" />
          <Skeleton className="h-64" />
        </Pending>
      ) : team.data === null ? (
        <NoCompany kept={kept} />
      ) : (
        <>
          <p className="mb-5 max-w-prose text-muted">
            Загрузите файл, и ваши растения появятся в каталоге. Изменились цены — загрузите снова: покажем, что станет
            другим.
          </p>
          {kept && <KeptList list={kept} error={error} onSend={() => void sendKept(kept)} onForget={forget} />}
          <DropZone send={send} onSent={list => openSent(list)} most={{ megabytes: 10, rows: priceListLimits.rows }} />
          <PasteList
            send={text => api.call('POST /price-lists/', { body: { text } })}
            onSent={list => openSent(list)}
          />
          <Files />
          <MailAddress />
          <ListHistory fetch={memberFetch} />
        </>
      )}
    </div>
  )
}

function NoCompany({ kept }: { kept: StoredList | null }) {
  return (
    <EmptyState
      title="Сначала расскажите о компании"
      action={<ButtonLink to="/teams/add-team">Создать компанию</ButtonLink>}
    >
      {kept && (
        <>Прайс-лист «{nameOf(kept)}» и ваши ответы ждут в этом браузере: загрузим их, как только появится компания. </>
      )}
      Прайс-лист становится каталогом компании: с ценами, наличием и страницей для покупателей. Создайте её за минуту
      или попросите руководителя добавить вас сотрудником.
    </EmptyState>
  )
}

interface KeptListProps {
  list: StoredList
  error: string
  onSend: () => void
  onForget: () => void
}

/** What was looked at before signing in, and is still in this browser. */
function KeptList({ list, error, onSend, onForget }: KeptListProps) {
  return (
    <div className="mb-5 rounded-lg bg-leaf-soft p-4">
      <FormErrors messages={error ? [error] : []} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 grow basis-64 wrap-anywhere">
          Прежде чем войти, вы проверяли «{nameOf(list)}». Он ещё в этом браузере.
        </p>
        <Button size="sm" onClick={onSend}>
          Загрузить его
        </Button>
        <Button variant="quiet" size="sm" onClick={onForget}>
          Не нужно
        </Button>
      </div>
    </div>
  )
}

/** What can be downloaded, and the photos, which no price list has. */
function Files() {
  return (
    <div className="mt-3 mb-10 -ml-3 flex flex-wrap gap-x-2">
      <DownloadButton
        fetch={memberFetch}
        path="/price-lists/template.xlsx"
        name="Шаблон прайс-листа.xlsx"
        label="Пустой шаблон"
      />
      <DownloadButton
        fetch={memberFetch}
        path="/price-lists/current.xlsx"
        name="Наш прайс-лист.xlsx"
        label="Наш каталог, Excel"
      />
      <DownloadButton
        fetch={memberFetch}
        path="/price-lists/current.csv"
        name="Наш прайс-лист.csv"
        label="Наш каталог, CSV"
      />
      <ButtonLink to="/products/my_products/photos" variant="quiet">
        <ImagePlus size={18} />
        Фотографии растений
      </ButtonLink>
    </div>
  )
}
