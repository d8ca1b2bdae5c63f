import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { MissingChoice } from '#contract/price-lists.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Check, Copy } from '#web/ui/icons.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { mailAddressQuery } from './api.ts'

/** What becomes of lists that leave nothing to ask; `''`: somebody looks at them first. */
const choices: Record<MissingChoice | '', string> = {
  '': 'Нет, сначала проверим',
  keep: 'Да, чего нет в файле — оставлять как есть',
  sold_out: 'Да, чего нет в файле — отмечать «Нет в наличии»',
  unpublish: 'Да, чего нет в файле — снимать с публикации',
}

const failed = (error: Error) => showToast({ message: error.message, tone: 'danger' })

/** Where members send price lists by e-mail. Nothing where no letters come in. */
export function MailAddress() {
  const { api } = useApp()
  const queries = useQueryClient()
  const headingId = useId()
  const choiceId = useId()
  const { queryKey } = mailAddressQuery(api)
  const { data } = useQuery(mailAddressQuery(api))
  const [isCopied, setCopied] = useState(false)
  const [isRenewing, setRenewing] = useState(false)
  const renew = useMutation({
    mutationFn: () => api.call('POST /price-lists/address/'),
    onSuccess(address) {
      queries.setQueryData(queryKey, address)
      setCopied(false)
      showToast({ message: 'Адрес сменили' })
    },
    onError: failed,
    onSettled: () => setRenewing(false),
  })
  const choose = useMutation({
    mutationFn: (applies: MissingChoice | null) => api.call('PATCH /price-lists/address/', { body: { applies } }),
    onSuccess(address) {
      queries.setQueryData(queryKey, address)
      showToast({ message: 'Сохранили' })
    },
    onError: failed,
  })
  if (!data?.address) return null
  const { address, applies } = data
  const shownChoice = choose.isPending ? choose.variables : applies

  async function copy() {
    try {
      await navigator.clipboard.writeText(address ?? '')
      setCopied(true)
    } catch {
      showToast({ message: 'Браузер не дал скопировать адрес. Выделите его и скопируйте сами.', tone: 'danger' })
    }
  }
  return (
    <section aria-labelledby={headingId} className="mb-10 rounded-xl border border-line bg-surface p-4 sm:p-6">
      <h2 id={headingId} className="mb-2 text-2xl">
        Прайс-лист письмом
      </h2>
      <p className="mb-3 max-w-prose text-muted">
        Пришлите файл вложением на этот адрес с e-mail, который вы подтвердили в «Дендро». Прочитаем и ответим, что в
        нём нашли и о чём спросим.
      </p>
      <p className="mb-3 font-mono wrap-anywhere select-all">{address}</p>
      <div className="mb-5 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => void copy()}>
          {isCopied ? <Check size={18} /> : <Copy size={18} />}
          {isCopied ? 'Скопировано' : 'Скопировать'}
        </Button>
        <Button variant="quiet" onClick={() => setRenewing(true)}>
          Сменить адрес
        </Button>
      </div>
      <SelectField
        id={choiceId}
        label="Применять присланное сразу"
        hint="Только если в файле нет ни вопросов, ни сомнительных строк и из продажи уйдёт не больше 30 % вашего каталога."
        className="max-w-md"
        value={shownChoice ?? ''}
        onChange={({ target }) => choose.mutate(target.value === '' ? null : (target.value as MissingChoice))}
      >
        {Object.entries(choices).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <ConfirmDialog
        open={isRenewing}
        onClose={() => setRenewing(false)}
        title="Сменить адрес?"
        label="Сменить"
        busy={renew.isPending}
        onConfirm={() => renew.mutate()}
      >
        На прежний адрес прайс-листы больше не придут: раздайте новый сотрудникам, которые их присылают.
      </ConfirmDialog>
    </section>
  )
}
