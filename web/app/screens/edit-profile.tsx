import { useQuery } from '@tanstack/react-query'
import { meQuery } from '#web/features/accounts/api.ts'
import { DeleteAccount } from '#web/features/accounts/delete-account.tsx'
import { DownloadMyData } from '#web/features/accounts/my-data.tsx'
import { OwnSessions } from '#web/features/accounts/own-sessions.tsx'
import { ProfileForm } from '#web/features/accounts/profile-form.tsx'
import { SecondFactor } from '#web/features/accounts/second-factor.tsx'
import { SignOutButton } from '#web/features/accounts/sign-out-button.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Bell, EyeOff, FileText, KeyRound, Scale } from '#web/ui/icons.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function Component() {
  const { api } = useApp()
  const { user } = useSession()
  const { data: me, isError, refetch } = useQuery(meQuery(api))
  return (
    <div className="mx-auto max-w-5xl px-4 pt-4 sm:px-6">
      <PageMeta title={screenTitle('Мой профиль')} />
      <Breadcrumbs crumbs={[{ name: user.name || 'Профиль', to: `/profile/${user.id}` }, { name: 'Изменить' }]} />
      <h1 className="mt-2 text-3xl">Мой профиль</h1>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-10 min-h-dvh lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Card>
          {me ? (
            <ProfileForm key={me.id} me={me} />
          ) : isError ? (
            <div className="grid justify-items-start gap-3">
              <p>Профиль не загрузился. Проверьте подключение.</p>
              <Button variant="secondary" onClick={() => void refetch()}>
                Попробовать ещё раз
              </Button>
            </div>
          ) : (
            <div aria-busy className="grid gap-4">
              <Skeleton className="size-24 rounded-full" />
              <Skeleton className="h-16" />
              <Skeleton className="h-16" />
              <Skeleton className="h-11" />
            </div>
          )}
        </Card>
        {/* With the form: below it on a phone, where it would be moved. */}
        {(me || isError) && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
            <section aria-labelledby="entry" className="border-t-2 border-leaf pt-3">
              <h2 id="entry" className="text-xl">
                Вход
              </h2>
              <p className="mt-1.5 mb-3 text-muted">Пароль лучше иметь свой для каждого сайта.</p>
              <div className="flex flex-wrap gap-x-2 gap-y-3">
                <ButtonLink to="/profile/edit/password" variant="secondary">
                  <KeyRound size={20} />
                  Сменить пароль
                </ButtonLink>
                <SignOutButton />
              </div>
            </section>
            <section aria-labelledby="second-factor" className="border-t-2 border-leaf pt-3">
              <h2 id="second-factor" className="mb-1.5 text-xl">
                Второй шаг входа
              </h2>
              <SecondFactor />
            </section>
            <section aria-labelledby="account" className="border-t-2 border-leaf pt-3">
              <h2 id="account" className="text-xl">
                Учётная запись
              </h2>
              <p className="mt-1.5 mb-3 text-muted">
                Всё, что мы храним о вас, можно забрать одним файлом, а саму учётную запись удалить.
              </p>
              <div className="flex flex-wrap gap-x-5 gap-y-3">
                <DownloadMyData />
                <DeleteAccount />
              </div>
            </section>
            <section aria-labelledby="requisites" className="border-t-2 border-leaf pt-3">
              <h2 id="requisites" className="text-xl">
                Реквизиты
              </h2>
              <p className="mt-1.5 mb-3 text-muted">Для счетов и накладных, когда вы покупаете.</p>
              <ButtonLink to="/profile/edit/requisites" variant="secondary">
                <FileText size={20} />
                Мои реквизиты
              </ButtonLink>
            </section>
            <section aria-labelledby="silenced" className="border-t-2 border-leaf pt-3">
              <h2 id="silenced" className="text-xl">
                Что я не вижу
              </h2>
              <p className="mt-1.5 mb-3 text-muted">Люди и хештеги, которых нет в ваших лентах.</p>
              <ButtonLink to="/profile/edit/silenced" variant="secondary">
                <EyeOff size={20} />
                Заблокированные и скрытые
              </ButtonLink>
            </section>
            <section aria-labelledby="telling" className="border-t-2 border-leaf pt-3">
              <h2 id="telling" className="text-xl">
                Уведомления
              </h2>
              <p className="mt-1.5 mb-3 text-muted">О чём сообщать на сайте, в браузере и письмом, и когда молчать.</p>
              <ButtonLink to="/profile/edit/notifications" variant="secondary">
                <Bell size={20} />
                Как мне сообщать
              </ButtonLink>
            </section>
            <section aria-labelledby="decisions" className="border-t-2 border-leaf pt-3">
              <h2 id="decisions" className="text-xl">
                Модераторы
              </h2>
              <p className="mt-1.5 mb-3 text-muted">Что они решили о вас и о том, что вы разместили.</p>
              <ButtonLink to="/profile/edit/decisions" variant="secondary">
                <Scale size={20} />
                Решения модераторов
              </ButtonLink>
            </section>
            {/* Last: how many there are is known later, and nothing below may move. */}
            <section aria-labelledby="sessions" className="border-t-2 border-leaf pt-3">
              <h2 id="sessions" className="text-xl">
                Где вы вошли
              </h2>
              <p className="mt-1.5 mb-1 text-muted">Незнакомое устройство? Завершите его сеанс и смените пароль.</p>
              <OwnSessions />
            </section>
          </div>
        )}
      </div>
    </div>
  )
}
