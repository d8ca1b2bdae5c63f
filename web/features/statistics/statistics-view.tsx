import { Link } from 'react-router'
import type { Statistics } from '#contract/statistics.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { type Series, WeekBars } from './week-bars.tsx'
import { weekName } from './weeks.ts'

const isNothing = (values: readonly number[]) => values.every(value => value === 0)

const numbers = new Intl.NumberFormat('ru-RU')

/** What was seen and asked of a company, by week: pictures with the same numbers in tables. */
export function StatisticsView({ statistics }: { statistics: Statistics }) {
  const { weeks, views, phones, requests, quotes_sent: sent, quotes_won: won, products } = statistics
  if ([views, phones, requests, sent, won].every(isNothing))
    return (
      <EmptyState
        title="Пока считать нечего"
        action={<ButtonLink to="/products/my_products">Растения компании</ButtonLink>}
      >
        Как только покупатели откроют ваши растения, позвонят или пришлют запрос, здесь появятся числа по неделям. Чаще
        смотрят объявления с фотографиями, ценой и подтверждённым наличием.
      </EmptyState>
    )
  return (
    <div className="grid gap-6">
      <WeekPanel
        id="views"
        title="Просмотры растений"
        none="Растения компании за эти недели не открывали."
        weeks={weeks}
        series={[{ name: 'Просмотры', values: views }]}
      />
      <WeekPanel
        id="phones"
        title="Открытия телефона"
        none="Телефон компании за эти недели не открывали."
        weeks={weeks}
        series={[{ name: 'Открытия', values: phones }]}
      />
      <WeekPanel
        id="trade"
        title="Запросы и сделки"
        none="Запросов и сделок за эти недели не было."
        weeks={weeks}
        series={[
          { name: 'Запросы', values: requests },
          { name: 'Ответы', values: sent },
          { name: 'Сделки', values: won },
        ]}
      />
      {products.length > 0 && (
        <Card className="min-w-0">
          <Table caption="Чаще всего смотрели" captionShown>
            <thead>
              <tr>
                <HeadCell className="pl-0">Растение</HeadCell>
                <HeadCell className="pr-0 pl-2 text-right">Просмотры</HeadCell>
                <HeadCell className="pr-0 pl-3 text-right">Телефон</HeadCell>
              </tr>
            </thead>
            <tbody>
              {products.map(product => (
                <tr key={product.id}>
                  <Cell className="pr-0 pl-0 wrap-break-word">
                    <Link to={product.get_absolute_url} className="link inline-block min-h-6">
                      {product.name}
                    </Link>
                  </Cell>
                  <Cell className="pr-0 pl-2 text-right tabular-nums">{numbers.format(product.views)}</Cell>
                  <Cell className="pr-0 pl-3 text-right tabular-nums">{numbers.format(product.phones)}</Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </Card>
      )}
    </div>
  )
}

interface WeekPanelProps {
  id: string
  title: string
  /** Shown instead of twelve zeros. */
  none: string
  weeks: readonly string[]
  series: readonly Series[]
}

function WeekPanel({ id, title, none, weeks, series }: WeekPanelProps) {
  const latestFirst = weeks.map((monday, at) => ({ monday, at })).toReversed()
  return (
    <Card className="min-w-0">
      <section aria-labelledby={id}>
        <h2 id={id} className="mb-3 text-xl">
          {title}
        </h2>
        {series.every(({ values }) => isNothing(values)) ? (
          <p className="text-muted">{none}</p>
        ) : (
          <div className="grid gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <WeekBars weeks={weeks} series={series} />
            <Table caption={`${title} по неделям`}>
              <thead>
                <tr>
                  <HeadCell className="pl-0">Неделя</HeadCell>
                  {series.map(({ name }) => (
                    <HeadCell key={name} className="pr-0 pl-1 text-right">
                      {name}
                    </HeadCell>
                  ))}
                </tr>
              </thead>
              <tbody>
                {latestFirst.map(({ monday, at }) => (
                  <tr key={monday}>
                    <th scope="row" className="border-b border-line py-1 text-left text-sm font-normal">
                      {weekName(monday)}
                    </th>
                    {series.map(({ name, values }) => (
                      <Cell key={name} className="py-1 pr-0 pl-1 text-right text-sm tabular-nums">
                        {numbers.format(values[at] ?? 0)}
                      </Cell>
                    ))}
                  </tr>
                ))}
              </tbody>
            </Table>
          </div>
        )}
      </section>
    </Card>
  )
}
