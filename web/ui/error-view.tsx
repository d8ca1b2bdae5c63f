import type { ReactNode } from 'react'
import { ButtonLink } from './button-link.tsx'
import { buttonStyle } from './button-style.ts'

interface ErrorViewProps {
  /** HTTP status; anything but 404 is shown as "our error". */
  status: number
  /** The page that failed. Retrying loads it as a new document, so it works even when scripts are broken. */
  retryHref?: string
  /** For the email to support. */
  requestId?: string
  /** A more precise title, for screens that know what is missing and why. */
  title?: string
  reason?: string
  /** Further links. */
  children?: ReactNode
}

function words(status: number): { title: string; text: string } {
  if (status === 404)
    return {
      title: 'Такой страницы нет',
      text: 'Объявление сняли, или в адресе опечатка.',
    }
  if (status === 400)
    return {
      title: 'Адрес не разобрать',
      text: 'Скорее всего, фильтр записан не так.',
    }
  if (status === 403)
    return { title: 'Сюда нельзя', text: 'У вас нет доступа к этой странице. Попросите его у создателя компании.' }
  if (status === 429) return { title: 'Слишком много запросов', text: 'Подождите минуту и попробуйте ещё раз.' }
  return {
    title: 'Что-то пошло не так',
    text: 'Это наша ошибка или пропала связь. Попробуйте ещё раз через минуту; если не поможет, напишите нам.',
  }
}

export function ErrorView({ status, retryHref, requestId, title, reason, children }: ErrorViewProps) {
  const usual = words(status)
  const canMend = status === 429 || status >= 500
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-4 px-4 py-16 text-center sm:py-24">
      <p aria-hidden className="font-serif text-[clamp(5rem,18vw,9rem)] leading-none text-leaf tabular-nums">
        {status}
      </p>
      <h1 className="text-3xl">{title ?? usual.title}</h1>
      <p className="text-muted">{reason ?? usual.text}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {canMend && (
          <a href={retryHref ?? ''} className={buttonStyle('primary')}>
            Попробовать ещё раз
          </a>
        )}
        {children}
        <ButtonLink to="/" variant={canMend ? 'secondary' : 'primary'}>
          На главную
        </ButtonLink>
      </div>
      {requestId && (
        <p className="text-xs text-muted">
          Номер обращения: <code>{requestId}</code>
        </p>
      )}
    </div>
  )
}
