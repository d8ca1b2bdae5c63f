import { useEffect, useState } from 'react'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { Bell } from '#web/ui/icons.ts'
import { showToast } from '#web/ui/toast.ts'
import { canPush, isSubscribed, subscribe, unsubscribe } from './browser-push.ts'

/** Lets this browser tell the person also while the site is closed. */
export function PushSwitch() {
  const { api } = useApp()
  const [isOn, setOn] = useState<boolean | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    isSubscribed().then(setOn, () => setOn(false))
  }, [])

  async function change() {
    setBusy(true)
    try {
      if (isOn) {
        await unsubscribe(api)
        setOn(false)
      } else if (await subscribe(api)) setOn(true)
      else showToast({ message: 'Браузер не разрешил уведомления: их можно разрешить в его настройках.' })
    } catch (error) {
      showToast({ message: (error as Error).message, tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-labelledby="browser" className="rounded-lg border border-line bg-surface p-4">
      <h2 id="browser" className="text-xl">
        Этот браузер
      </h2>
      <p className="mt-1 mb-3 text-muted">
        {isOn
          ? 'Сообщаем здесь и тогда, когда сайт закрыт.'
          : 'Можем сообщать и тогда, когда сайт закрыт. Текста сообщений и цен в уведомлениях нет.'}
      </p>
      <Button variant="secondary" busy={busy} disabled={isOn === null || !canPush()} onClick={() => void change()}>
        <Bell size={20} />
        {isOn ? 'Больше не сообщать здесь' : 'Сообщать в этом браузере'}
      </Button>
    </section>
  )
}
