import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Share, shareSettings } from '#contract/shares.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Check, Copy, Link2Off } from '#web/ui/icons.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { sharesQuery } from './api.ts'

const numbers = new Intl.NumberFormat('ru-RU')

/** «Для клиента · наценка 20 % · без цен» */
const shareText = ({ kind, markup_percent, hide_companies, hide_prices }: Share) =>
  [
    kind === 'client' ? 'Для клиента' : 'Полная',
    markup_percent > 0 && `наценка ${numbers.format(markup_percent)}\u00a0%`,
    hide_prices && 'без цен',
    kind === 'full' && hide_companies && 'без питомников',
  ]
    .filter(Boolean)
    .join(' · ')

/** Addresses with settings of their own, side by side; `plainUrl`: the one without, which is shown apart. */
export function ShareList({ project, plainUrl }: { project: string; plainUrl: string | null }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const [copied, setCopied] = useState('')
  const [isAdding, setAdding] = useState(false)
  const { queryKey } = sharesQuery(api, project)
  const { data: all = [] } = useQuery(sharesQuery(api, project))
  const shares = all.filter(({ share_url }) => share_url !== plainUrl)
  const takeBack = useMutation({
    mutationFn: (token: string) => api.call('DELETE /projects/:id/share/:token/', { params: { id: project, token } }),
    onSuccess: () => showToast({ message: 'Ссылка закрыта' }),
    onError: error => showToast({ message: error.message, tone: 'danger' }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  async function copy({ share_url, token }: Share) {
    try {
      await navigator.clipboard.writeText(share_url)
      setCopied(token)
    } catch {
      showToast({ message: 'Скопировать не получилось', tone: 'danger' })
    }
  }
  return (
    <section aria-label="Версии для клиента" className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-serif text-lg font-medium">Версии для клиента</h3>
      <p className="text-sm text-muted">
        Клиент не увидит ни питомников, ни закупочных цен: только цены с вашей наценкой. Он сможет оставить замечания.
      </p>
      {shares.length > 0 && (
        <ul className="grid gap-2">
          {shares.map(share => (
            <li key={share.token} className="flex items-center gap-2 rounded-md border border-line px-3 py-2">
              <a href={share.share_url} target="_blank" rel="noreferrer" className="link min-w-0 grow wrap-anywhere">
                {share.title || shareText(share)}
                {share.title && <span className="block text-sm text-muted">{shareText(share)}</span>}
              </a>
              <IconButton
                label={copied === share.token ? 'Скопировано' : 'Скопировать ссылку'}
                icon={copied === share.token ? <Check size={18} /> : <Copy size={18} />}
                onClick={() => void copy(share)}
              />
              <IconButton
                label="Закрыть ссылку"
                icon={<Link2Off size={18} />}
                onClick={() => takeBack.mutate(share.token)}
              />
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <NewShare
          project={project}
          onMade={async () => {
            setAdding(false)
            await queries.invalidateQueries({ queryKey })
          }}
        />
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setAdding(true)}>
            Добавить версию
          </Button>
        </div>
      )}
    </section>
  )
}

function NewShare({ project, onMade }: { project: string; onMade: () => Promise<void> }) {
  const { api } = useApp()
  const { form, field, submit, busy } = useContractForm({
    schema: shareSettings,
    defaults: { kind: 'client', markup_percent: '20', hide_companies: true, hide_prices: false, title: '' },
    onSubmit: async body => {
      await api.call('POST /projects/:id/share/', { params: { id: project }, body })
      showToast({ message: 'Ссылка готова' })
      await onMade()
    },
  })
  const isFull = form.watch('kind') === 'full'
  return (
    <form noValidate onSubmit={event => void submit(event)} className="grid gap-4 rounded-md bg-surface p-3">
      <SelectField label="Что показать" {...field('kind')}>
        <option value="client">Для клиента, без питомников</option>
        <option value="full">Всё, как у вас</option>
      </SelectField>
      <TextField label="Наценка, %" inputMode="decimal" inputClassName="tabular-nums" {...field('markup_percent')} />
      <TextField label="Заголовок" hint="Вместо названия проекта" {...field('title')} />
      <div>
        <CheckboxField label="Без цен" {...field('hide_prices')} />
        {isFull && <CheckboxField label="Без питомников" {...field('hide_companies')} />}
      </div>
      <div>
        <Button type="submit" busy={busy}>
          Получить ссылку
        </Button>
      </div>
    </form>
  )
}
