import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { helpPictures } from './help-pictures.tsx'

const link = (to: string, text: string) => (
  <Link to={to} className="link">
    {text}
  </Link>
)

/** How the site is used, for each of the three who come. */
export function Component() {
  return (
    <div className="mx-auto max-w-page px-4 pt-8 sm:px-6 sm:pt-12">
      <PageMeta
        title={screenTitle('Помощь')}
        description="Как подобрать растения по ведомости, запросить цены, заключить сделку и оставить отзыв; как питомнику опубликовать прайс-лист и ответить на запрос; как садоводу найти растение и позвонить."
        path="/help"
      />
      <h1 className="text-display">Помощь</h1>
      <nav aria-label="Кому" className="mt-5 flex flex-wrap gap-x-6">
        {[
          ['#designer', 'Дизайнеру и подрядчику'],
          ['#nursery', 'Питомнику'],
          ['#gardener', 'Садоводу'],
        ].map(([to, name]) => (
          <a key={to} href={to} className="link inline-flex min-h-11 items-center">
            {name}
          </a>
        ))}
      </nav>

      <Person id="designer" title="Дизайнеру и подрядчику">
        <Step picture="schedule" title="Ведомость">
          Вставьте список на {link('/', 'главной')} или на странице {link('/projects/new', 'подбора')}, либо загрузите
          файл: Excel, Word, PDF. Мы найдём каждое растение в справочнике, спросим о том, что неясно, и покажем
          предложения с размерами, ценами и наличием. Количество и размер правятся прямо в строке. Регистрация нужна,
          только чтобы сохранить.
        </Step>
        <Step picture="choice" title="Выбор">
          «Дешевле всего», «Меньше питомников» и «Ближе всего» выбирают сразу для всех строк, а каждую строку можно
          выбрать и вручную. Мельче, чем нужно, и замены сами не выбираются никогда.
        </Step>
        <Step picture="request" title="Запрос цен">
          «Запросить цены» в проекте отправляет питомникам их строки. Кому ещё вы написали, они не знают и чужих цен не
          видят. Ответы сравниваются в одной таблице по строкам.
        </Step>
        <Step picture="deal" title="Сделка">
          Выбранное становится сделкой с каждым питомником. Он её подтверждает, передаёт растения, возможно частями, а
          вы отмечаете, что получили и что не так. Деньги идут мимо нас: платите питомнику по его счёту.
        </Step>
        <Step picture="review" title="Отзыв">
          После сделки можно оценить питомник. Отзыв пишет только тот, кто у него купил; питомник может ответить.
        </Step>
      </Person>

      <Person id="nursery" title="Питомнику">
        <Step picture="list" title="Прайс-лист">
          {link('/price-list', 'Проверьте прайс-лист')} без регистрации: увидите, что стало названием, размером и ценой,
          и ответите на вопросы. Потом создайте компанию, и растения из справочника выйдут в каталог сразу. Новый файл
          обновит цены и наличие, а отменить загрузку можно целиком.
        </Step>
        <Step picture="stock" title="Наличие">
          В «Моих растениях» цена, остаток и состояние меняются прямо в таблице, а снимки загружаются все вместе: мы
          разложим их по названиям и артикулам.
        </Step>
        <Step picture="incoming" title="Входящие запросы">
          Запрос приходит со строками, которые у вас, вероятно, есть, и с подобранными ценами. Поправьте и отправьте;
          пока покупатель не выбрал, предложение можно прислать заново.
        </Step>
        <Step picture="delivery" title="Сделки">
          Подтвердите сделку, и растения будут за ней закреплены: остаток уменьшится сам. Передавайте всё сразу или
          частями.
        </Step>
      </Person>

      <Person id="gardener" title="Садоводу">
        <Step picture="search" title="Найти">
          Ищите как говорите:{' '}
          {link('/offers?search=%D1%82%D1%83%D1%8F+%D1%81%D0%BC%D0%B0%D1%80%D0%B0%D0%B3%D0%B4', '«туя смарагд»')},
          «гортензия для тени», по-русски или на латыни. Опечатки мы исправим. Укажите место, и покажем расстояние.
        </Step>
        <Step picture="phone" title="Спросить">
          Телефон питомника стоит рядом с растением, звонить можно без регистрации. Кнопка «Написать» открывает
          переписку с тем, кто за него отвечает.
        </Step>
        <Step picture="plant" title="Узнать">
          В {link('/plants', 'справочнике')} написано, какую зиму растение переносит, когда цветёт и каким вырастает. В
          ленте можно спросить совета или написать, что вы ищете, с пометкой «Куплю».
        </Step>
      </Person>

      <div className="mt-12 flex flex-wrap gap-3">
        <ButtonLink to="/projects/new">Подобрать по списку</ButtonLink>
        <ButtonLink to="/contact" variant="secondary">
          Спросить нас
        </ButtonLink>
      </div>
    </div>
  )
}

function Person({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-24 pt-12">
      <h2 id={`${id}-title`} className="mb-5 border-t-2 border-leaf pt-3 text-2xl">
        {title}
      </h2>
      <ol className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">{children}</ol>
    </section>
  )
}

interface StepProps {
  picture: keyof typeof helpPictures
  title: string
  children: ReactNode
}

function Step({ picture, title, children }: StepProps) {
  return (
    <li className="min-w-0">
      {helpPictures[picture]}
      <h3 className="text-lg">{title}</h3>
      <p className="mt-1">{children}</p>
    </li>
  )
}
