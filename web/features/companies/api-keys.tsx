import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiKey, newApiKeyForm } from '#contract/api-keys.ts'
import type { Api } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { Copy, KeyRound } from '#web/ui/icons.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'

export const apiKeysQuery = (api: Api) =>
  ({
    queryKey: ['member', 'api-keys'],
    queryFn: ({ signal }: { signal: AbortSignal }) => api.call('GET /teams/api-keys/', { signal }),
    staleTime: 0,
  }) as const

const dates = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long' })
const day = (iso: string) => dates.format(new Date(iso))

/** Keys with which the company's own programs send its price list: created, shown once, listed, revoked. */
export function ApiKeys() {
  const { api } = useApp()
  const queries = useQueryClient()
  const keys = useQuery(apiKeysQuery(api))
  const [made, setMade] = useState<{ name: string; key: string } | null>(null)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const reload = () => queries.invalidateQueries({ queryKey: apiKeysQuery(api).queryKey })
  const revoke = useMutation({
    mutationFn: ({ id }: ApiKey) => api.call('DELETE /teams/api-keys/:id/', { params: { id } }),
    onSuccess: async (_, { name }) => {
      await reload()
      setRevoking(null)
      showToast({ message: `Ключ «${name}» больше не действует` })
    },
    // Somebody else may have revoked it.
    onError: async error => {
      await reload()
      setRevoking(null)
      showToast({ message: error.message, tone: 'danger' })
    },
  })

  return (
    <>
      <p className="mb-4 max-w-prose text-muted">
        С ключом учётная программа сама отправляет прайс-лист: загружает файл, смотрит, что изменится, применяет. Больше
        ключ ничего не открывает. Как им пользоваться, описано в{' '}
        <a href="/api/docs" className="link">
          документации API
        </a>
        .
      </p>
      {made && <MadeKey name={made.name} secret={made.key} onDone={() => setMade(null)} />}
      {keys.data === undefined ? (
        <Pending queries={[keys]}>
          <Skeleton className="h-24" />
        </Pending>
      ) : (
        keys.data.length > 0 && (
          <ul aria-label="Ключи API" className="mb-5 divide-y divide-line border-y border-line">
            {keys.data.map(key => (
              <li key={key.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
                <KeyRound size={22} className="shrink-0 text-leaf" />
                <div className="min-w-0 flex-1">
                  <p id={key.id} className="font-semibold wrap-anywhere">
                    {key.name} <code className="font-mono text-sm font-normal text-muted">{key.prefix}…</code>
                  </p>
                  <p className="text-sm wrap-anywhere text-muted">
                    {key.last_used_at ? `Был в деле ${day(key.last_used_at)}` : 'Ещё не использовали'} · создан{' '}
                    {day(key.created_at)}, {key.created_by.name}
                  </p>
                </div>
                <Button variant="quiet" aria-describedby={key.id} onClick={() => setRevoking(key)}>
                  Отозвать
                </Button>
              </li>
            ))}
          </ul>
        )
      )}
      <NewKey
        onMade={async key => {
          setMade(key)
          await reload()
        }}
      />
      <ConfirmDialog
        open={revoking !== null}
        onClose={() => setRevoking(null)}
        title="Отозвать ключ?"
        label="Отозвать"
        busy={revoke.isPending}
        onConfirm={() => revoking && revoke.mutate(revoking)}
      >
        <p className="wrap-anywhere">
          Программа, в которой записан ключ «{revoking?.name}», сразу перестанет обновлять прайс-лист. Вернуть ключ
          нельзя, можно только создать новый.
        </p>
      </ConfirmDialog>
    </>
  )
}

function NewKey({ onMade }: { onMade: (made: { name: string; key: string }) => Promise<void> }) {
  const { api } = useApp()
  const { form, field, submit, messages, busy } = useContractForm({
    schema: newApiKeyForm,
    defaults: { name: '' },
    onSubmit: async body => {
      const made = await api.call('POST /teams/api-keys/', { body })
      form.reset()
      await onMade(made)
    },
  })
  return (
    <form noValidate onSubmit={event => void submit(event)} className="grid gap-3 sm:max-w-md">
      <FormErrors messages={messages} />
      <TextField
        label="Название нового ключа"
        required
        autoComplete="off"
        hint="Где он будет записан, например «1С на складе»"
        {...field('name')}
      />
      <div>
        <Button type="submit" variant="secondary" busy={busy}>
          Создать ключ
        </Button>
      </div>
    </form>
  )
}

/** The key itself, which cannot be shown again. */
function MadeKey({ name, secret, onDone }: { name: string; secret: string; onDone: () => void }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      showToast({ message: 'Ключ скопирован.' })
    } catch {
      // Forbidden, or a page on plain http.
      showToast({ message: 'Браузер не дал скопировать ключ. Выделите его и скопируйте сами.', tone: 'danger' })
    }
  }
  return (
    <div role="status" className="mb-5 grid gap-3 rounded-lg bg-leaf-soft p-4">
      <p className="wrap-anywhere">
        Ключ «{name}» создан. Скопируйте его сейчас: больше мы его не покажем, и взять его будет неоткуда.
      </p>
      <code className="rounded-md bg-surface px-3 py-2 font-mono text-sm wrap-anywhere select-all">{secret}</code>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copy()}>
          <Copy size={20} />
          Скопировать
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Готово
        </Button>
      </div>
    </div>
  )
}
