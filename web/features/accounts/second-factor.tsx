import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { Button } from '#web/ui/button.tsx'
import { ShieldCheck } from '#web/ui/icons.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { secondFactorQuery } from './api.ts'
import { type Change, ChangeSecondFactor } from './change-second-factor.tsx'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

const dates = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long' })

const whatItIs = 'После пароля мы спросим код из приложения на телефоне: с одним паролем никто не войдёт.'

/** The state of the second factor and the actions on it. */
export function SecondFactor() {
  const { api } = useApp()
  const [isSettingUp, setSettingUp] = useState(false)
  const [change, setChange] = useState<Change | null>(null)
  const { data, isError, refetch } = useQuery(secondFactorQuery(api))
  if (!data) {
    return isError ? (
      <div className="grid justify-items-start gap-3">
        <p>Не удалось узнать, включён ли второй шаг. Проверьте подключение.</p>
        <Button variant="secondary" onClick={() => void refetch()}>
          Попробовать ещё раз
        </Button>
      </div>
    ) : (
      // As high as the state of most people.
      <div aria-busy className="grid justify-items-start">
        <p aria-hidden className="invisible mb-3">
          {whatItIs}
        </p>
        <Skeleton className="h-11 w-40" />
      </div>
    )
  }
  const { is_on, turned_on_at, recovery_codes_left: left } = data
  return (
    <>
      {is_on ? (
        <>
          <p className="flex items-start gap-2 font-semibold">
            <ShieldCheck size={22} className="shrink-0 text-leaf" />
            <span>Включён {turned_on_at && `с ${dates.format(new Date(turned_on_at))}`}</span>
          </p>
          <p className="mt-1.5 mb-3 text-muted">
            {left > 0
              ? `Запас: ${counted(left, ['код', 'кода', 'кодов'])} восстановления.`
              : 'Коды восстановления кончились: получите новые, чтобы войти без телефона.'}
          </p>
          <div className="flex flex-wrap gap-x-2 gap-y-3">
            <Button variant="secondary" onClick={() => setChange('codes')}>
              Новые коды
            </Button>
            <Button variant="quiet" onClick={() => setChange('off')}>
              Выключить
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="mb-3 text-muted">{whatItIs}</p>
          <Button variant="secondary" onClick={() => setSettingUp(true)}>
            <ShieldCheck size={20} />
            Включить
          </Button>
        </>
      )}
      <SetUpSecondFactor open={isSettingUp} onClose={() => setSettingUp(false)} />
      <ChangeSecondFactor change={change} onClose={() => setChange(null)} />
    </>
  )
}
