import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  DigestPeriod,
  NotificationSettings,
  SettingsChange,
  ToldKind,
  Ways,
} from '#contract/notification-settings.ts'
import { useApp } from '#web/lib/app-context.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'
import { settingsQuery } from './api.ts'
import { HourField } from './hour-field.tsx'
import { PushSwitch } from './push-switch.tsx'

const kinds: Record<ToldKind, string> = {
  likes: '«Нравится» моим записям',
  comments: 'Комментарии к моим записям',
  mentions: 'Меня упомянули',
  friends: 'Дружба',
  messages: 'Сообщения',
  requests: 'Запросы цен',
  quotes: 'Предложения цен',
  deals: 'Сделки и отзывы',
  saved_searches: 'Сохранённые поиски и поступления',
  freshness: 'Пора подтвердить цены и наличие',
  moderation: 'Решения модераторов и моя компания',
}
const ways: [keyof Ways, string][] = [
  ['site', 'На сайте'],
  ['push', 'В браузере'],
  ['email', 'Письмом'],
]

const browserZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** How the person is told of what, and when not; each change is saved at once. */
export function SettingsForm() {
  const { api } = useApp()
  const settings = useQuery(settingsQuery(api))
  if (!settings.data)
    return (
      <Pending queries={[settings]}>
        <Skeleton className="mb-4 h-24" />
        <Skeleton className="h-96" />
      </Pending>
    )
  return <Settings settings={settings.data} />
}

/** The settings with a change, before the server has answered. */
function withChange(settings: NotificationSettings, { kinds = {}, ...change }: SettingsChange): NotificationSettings {
  const ways = Object.entries(settings.kinds).map(([kind, now]) => [kind, { ...now, ...kinds[kind as ToldKind] }])
  return { ...settings, ...change, kinds: Object.fromEntries(ways) } as NotificationSettings
}

function Settings({ settings: saved }: { settings: NotificationSettings }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { queryKey } = settingsQuery(api)
  // A box is ticked at once, and goes back if the server refuses.
  const [settings, setSettings] = useState(saved)
  const { mutate } = useMutation({
    mutationFn: (body: SettingsChange) => api.call('PATCH /notification-settings/', { body }),
    // One after the other, so that the last answer has all of them.
    scope: { id: 'notification-settings' },
    onSuccess: answer => queries.setQueryData(queryKey, answer),
    onError: error => {
      showToast({ message: error.message, tone: 'danger' })
      setSettings(queries.getQueryData(queryKey) ?? saved)
    },
  })
  const change = (body: SettingsChange) => {
    setSettings(withChange(settings, body))
    mutate(body)
  }
  return (
    <div className="grid gap-8">
      <PushSwitch />
      <Kinds settings={settings} onChange={change} />
      <QuietHours settings={settings} onChange={change} />
      <SelectField
        label="Письмо о том, что вы пропустили"
        hint="Приходит в конце тихих часов, а без них — в восемь утра."
        value={settings.digest}
        onChange={event => change({ digest: event.target.value as DigestPeriod })}
      >
        <option value="never">Не присылать</option>
        <option value="daily">Каждый день</option>
        <option value="weekly">Раз в неделю</option>
      </SelectField>
    </div>
  )
}

interface PartProps {
  settings: NotificationSettings
  onChange: (change: SettingsChange) => void
}

function Kinds({ settings, onChange }: PartProps) {
  return (
    <section aria-labelledby="kinds">
      <h2 id="kinds" className="mb-2 text-xl">
        О чём и как сообщать
      </h2>
      <ul className="grid">
        {Object.entries(kinds).map(([kind, words]) => (
          <li key={kind} className="border-b border-line py-2">
            <fieldset>
              <legend className="font-semibold">{words}</legend>
              <div className="flex flex-wrap gap-x-6">
                {ways.map(([way, label]) => (
                  <CheckboxField
                    key={way}
                    label={label}
                    aria-label={`${label}: ${words}`}
                    checked={settings.kinds[kind as ToldKind][way]}
                    onChange={event => onChange({ kinds: { [kind]: { [way]: event.target.checked } } })}
                  />
                ))}
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
    </section>
  )
}

const usual = { from: '22:00', to: '08:00' }

function QuietHours({ settings: { quiet, time_zone }, onChange }: PartProps) {
  const zones = [...new Set([time_zone, browserZone(), ...Intl.supportedValuesOf('timeZone')])]
  const { from, to } = quiet ?? usual
  return (
    <section aria-labelledby="quiet">
      <h2 id="quiet" className="text-xl">
        Тихие часы
      </h2>
      <p className="mt-1 text-muted">В это время ничего не приходит, а в конце — одна сводка.</p>
      <CheckboxField
        label="Не беспокоить"
        checked={quiet !== null}
        onChange={event =>
          onChange({ quiet: event.target.checked ? usual : null, time_zone: quiet ? time_zone : browserZone() })
        }
      />
      <div className="mt-2 grid items-start gap-4 sm:grid-cols-[7rem_7rem_minmax(0,1fr)]">
        {quiet && (
          <>
            <HourField label="С" value={from} other={to} onChange={hour => onChange({ quiet: { from: hour, to } })} />
            <HourField label="До" value={to} other={from} onChange={hour => onChange({ quiet: { from, to: hour } })} />
          </>
        )}
        <SelectField
          label="Часовой пояс"
          value={time_zone}
          onChange={event => onChange({ time_zone: event.target.value })}
          className={quiet ? undefined : 'sm:col-span-3'}
        >
          {zones.map(zone => (
            <option key={zone}>{zone}</option>
          ))}
        </SelectField>
      </div>
    </section>
  )
}
