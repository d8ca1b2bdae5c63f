import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { supportEmail, supportHref } from '#web/lib/support.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Mail } from '#web/ui/icons.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

interface Topic {
  title: string
  text: ReactNode
  /** Subject of the email. */
  subject: string
}

const topics: Topic[] = [
  {
    title: 'Ошибка в справочнике или объявлении',
    text: 'Пришлите ссылку на страницу, что на ней неверно и как правильно. Если знаете источник (книга, сайт питомника, свой опыт зимовки), назовите его: так мы исправим быстрее.',
    subject: 'Ошибка в справочнике',
  },
  {
    title: 'Сменить ИНН или название компании',
    text: 'Эти сведения покупатели проверяют, поэтому сами по себе они не меняются. Напишите с почты создателя компании: прежние ИНН и название, новые и почему меняете.',
    subject: 'Смена ИНН или названия компании',
  },
  {
    title: 'Что-то не работает',
    text: 'Напишите, что вы делали, что увидели и на каком устройстве. Помогут адрес страницы, снимок экрана и номер обращения, если он показан под сообщением об ошибке.',
    subject: 'Не работает сайт',
  },
  {
    title: 'Жалоба на объявление или компанию',
    text: 'Пришлите ссылку и расскажите, что не так. Чужие снимки, выдуманные цены, растение не той породы: всё это повод написать.',
    subject: 'Жалоба',
  },
]

export function Component() {
  return (
    <div className="mx-auto max-w-page px-4 pt-8 sm:px-6 sm:pt-12">
      <PageMeta
        title={screenTitle('Связаться с нами')}
        description="Как написать в поддержку «Дендро»: ошибка в справочнике, смена ИНН или названия компании, неполадки, жалобы."
        path="/contact"
      />
      <h1 className="text-display">Связаться с нами</h1>
      <div className="mt-8 grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <p className="text-lg">Пишите в поддержку, отвечают люди:</p>
          <p className="mt-3">
            <a
              href={supportHref()}
              className="link inline-flex min-h-11 items-center gap-2.5 font-serif text-xl break-all sm:text-2xl"
            >
              <Mail size={24} className="shrink-0" />
              {supportEmail}
            </a>
          </p>
          <div className="mt-6 border-l-4 border-accent pl-4">
            <h2 className="text-xl">Спрашиваете о растении?</h2>
            <p className="mt-1.5">
              О наличии, цене и доставке знает только питомник. Его телефон и почта открываются кнопкой «Контакты» на
              карточке растения.{' '}
              <Link to="/" className="link">
                Перейти в каталог
              </Link>
            </p>
          </div>
          <section aria-labelledby="when" className="mt-8">
            <h2 id="when" className="text-xl">
              Когда ждать ответа
            </h2>
            <p className="mt-1.5">
              Отвечаем по очереди; на простой вопрос — сразу, как дойдём до письма. Проверка сведений о растении и смена
              реквизитов занимают больше времени: мы сверяемся с источниками и документами и напишем, когда закончим.
              Если письма нет, загляните в «Спам».
            </p>
          </section>
        </div>
        <section aria-labelledby="topics">
          <h2 id="topics" className="text-2xl">
            О чём и что писать
          </h2>
          <ul className="mt-4 border-t-2 border-ink/70">
            {topics.map(topic => (
              <li key={topic.title} className="border-b border-line py-5">
                <h3 className="text-lg">{topic.title}</h3>
                <p className="mt-1.5 max-w-prose">{topic.text}</p>
                <a
                  href={supportHref(topic.subject)}
                  aria-label={`Написать письмо: ${topic.title}`}
                  className={buttonStyle('secondary', 'sm', 'mt-3 min-h-11')}
                >
                  Написать письмо
                </a>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  )
}
