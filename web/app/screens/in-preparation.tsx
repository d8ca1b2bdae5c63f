import { supportEmail, supportHref } from '#web/lib/support.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

/** Stands where the articles will be; search engines are told to leave it out. */
export function Component() {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-4 px-4 py-16 text-center sm:py-24">
      <PageMeta title={screenTitle('Публикации')} />
      {/* A seed that has just sprouted. */}
      <svg
        aria-hidden
        viewBox="0 0 96 96"
        className="size-28 text-leaf"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
      >
        <path d="M8 70h80" strokeLinecap="round" className="stroke-edge" />
        <path d="M48 70c0-14-1-22 1-34" strokeLinecap="round" />
        <path
          d="M49 36c-3-11-12-16-23-15 1 11 10 17 23 15zm0 0c2-12 11-18 23-18 0 12-9 19-23 18z"
          strokeLinejoin="round"
        />
        <path d="M48 70c-1 7-7 9-9 15m9-15c1 8 6 8 8 14m-8-14v13" strokeLinecap="round" className="stroke-edge" />
      </svg>
      <h1 className="text-3xl">Публикации ещё пишутся</h1>
      <p className="text-lg text-muted">
        Здесь будут статьи о посадке, уходе и выборе растений, которые можно читать на сайте и скачать в PDF. Пока
        загляните в каталог.
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/">Открыть каталог</ButtonLink>
        <ButtonLink to="/about" variant="secondary">
          О проекте
        </ButtonLink>
      </div>
      <p className="mt-4 text-sm text-muted">
        Есть вопрос? Напишите нам:{' '}
        <a href={supportHref()} className="link">
          {supportEmail}
        </a>
      </p>
    </div>
  )
}
