import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

const readers = [
  {
    title: 'Дизайнеру и подрядчику',
    text: 'Найти партию нужного размера в нужной зоне к сроку. Вставьте ведомость целиком: подберём предложения к каждой строке, посчитаем смету, отправим питомникам запрос цен и соберём их ответы в одну таблицу.',
  },
  {
    title: 'Питомнику',
    text: 'Показать то, что растёт в поле и стоит на площадке: с размерами, снимками и ценой. Каталог собирается из вашего прайс-листа и обновляется им же, а запросы покупателей и сделки приходят на одну страницу.',
  },
  {
    title: 'Садоводу',
    text: 'Узнать растение до покупки: какую зиму оно переносит, любит ли солнце, каким вырастет. И спросить напрямую тех, у кого оно растёт.',
  },
]

const buying = [
  'Ищите по названию, русскому или латинскому, либо откройте категорию и сузьте выбор.',
  'Сравните высоту, упаковку корней и зону: они записаны у всех одинаково.',
  'Позвоните, напишите или запросите цены сразу у нескольких питомников и сравните их ответы по строкам.',
  'Выбранное становится сделкой: питомник подтверждает её и передаёт растения, вы отмечаете полученное и оставляете отзыв.',
]

const selling = [
  'Заведите компанию: название, ИНН, телефон, адрес, условия доставки.',
  'Загрузите прайс-лист или добавьте растение. Что есть в справочнике, выходит сразу; остальное сначала посмотрит наш сотрудник.',
  'Отвечайте на запросы цен и ведите сделки: проданное вычитается из остатка само.',
  'Позовите коллег: каждый ведёт свои объявления, а владелец компании видит и правит все.',
]

export function Component() {
  return (
    <div className="mx-auto max-w-page px-4 pt-8 sm:px-6 sm:pt-12">
      <PageMeta
        title={screenTitle('О проекте')}
        description="Дендро — каталог растений для ландшафта: питомники показывают, что у них растёт, дизайнеры, подрядчики и садоводы находят нужное и договариваются с ними напрямую."
        path="/about"
      />
      <h1 className="text-display">О проекте</h1>
      <p className="mt-5 max-w-3xl font-serif text-xl sm:text-2xl">
        «Дендро» — каталог растений для ландшафта. Питомники показывают, что у них растёт. Дизайнеры, подрядчики и
        садоводы находят нужное и договариваются с ними напрямую.
      </p>

      <Section id="readers" title="Для кого">
        <ul className="grid gap-x-10 gap-y-8 md:grid-cols-3">
          {readers.map(reader => (
            <li key={reader.title} className="border-t-2 border-leaf pt-3">
              <h3 className="text-xl">{reader.title}</h3>
              <p className="mt-2">{reader.text}</p>
            </li>
          ))}
        </ul>
      </Section>

      <Section id="how" title="Как это устроено">
        <div className="grid gap-x-10 gap-y-8 md:grid-cols-2">
          <Steps title="Если вы покупаете" steps={buying} />
          <Steps title="Если вы продаёте" steps={selling} />
        </div>
      </Section>

      <Section id="truth" title="Чему здесь можно верить">
        <ul className="grid gap-x-10 gap-y-8 md:grid-cols-2">
          <Truth title="Цены и наличие">
            Цену, размер и наличие называет продавец. Если цены нет, стоит «Цена по запросу». Мы не принимаем оплату и
            не стоим между вами и питомником, поэтому перед покупкой уточните у него всё, что для вас важно.
          </Truth>
          <Truth title="Зоны морозостойкости">
            Они указаны по шкале USDA: её температуры — средний минимум года, а не самый лютый мороз. Официальной карты
            зон для России нет, да и низина, ветер и снег меняют дело. Зона помогает выбрать, но зимовку не обещает.
          </Truth>
          <Truth title="Рисунки">
            Где нет фотографии, стоит рисунок. Его делает программа по признакам растения: форме кроны, листве, цветкам.
            Рисунок показывает породу, а не то самое дерево, которое вам привезут.
          </Truth>
          <Truth title="Расстояния">
            До питомника считается по прямой от населённого пункта, который вы выбрали; дорога длиннее. Населённые
            пункты и их координаты взяты из справочника{' '}
            <a href="https://www.geonames.org" rel="noopener" className="link">
              GeoNames
            </a>{' '}
            по лицензии{' '}
            <a href="https://creativecommons.org/licenses/by/4.0/deed.ru" rel="noopener" className="link">
              CC BY 4.0
            </a>
            , русские названия отобраны нами.
          </Truth>
          <Truth title="Ошибки">
            Неверная зона губит растения. Если в справочнике что-то не так,{' '}
            <Link to="/contact" className="link">
              напишите нам
            </Link>
            : такие письма мы разбираем первыми.
          </Truth>
        </ul>
      </Section>

      <div className="mt-12 flex flex-wrap gap-3">
        <ButtonLink to="/">Открыть каталог</ButtonLink>
        <ButtonLink to="/help" variant="secondary">
          Как пользоваться
        </ButtonLink>
        <ButtonLink to="/contact" variant="secondary">
          Связаться с нами
        </ButtonLink>
      </div>
    </div>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-14">
      <h2 id={id} className="mb-5 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Truth({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="border-t-2 border-leaf pt-3">
      <h3 className="text-xl">{title}</h3>
      <p className="mt-2 max-w-prose">{children}</p>
    </li>
  )
}

function Steps({ title, steps }: { title: string; steps: string[] }) {
  return (
    <div>
      <h3 className="mb-3 text-xl">{title}</h3>
      <ol className="grid gap-4">
        {steps.map((step, index) => (
          <li key={step} className="grid grid-cols-[2.25rem_1fr]">
            <span aria-hidden className="font-serif text-2xl leading-tight text-accent tabular-nums">
              {index + 1}
            </span>
            <p>{step}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}
