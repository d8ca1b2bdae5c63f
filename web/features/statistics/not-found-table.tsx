import { Link } from 'react-router'
import type { Statistics } from '#contract/statistics.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'

const numbers = new Intl.NumberFormat('ru-RU')

interface NotFoundTableProps {
  found: Statistics['not_found']
  /** The company has said in which region it is. */
  hasRegion: boolean
}

/** What buyers looked for in the company's region and nobody there offers. */
export function NotFoundTable({ found, hasRegion }: NotFoundTableProps) {
  return (
    <Card className="min-w-0">
      <h2 className="text-xl">Искали в вашем регионе и не нашли</h2>
      <p className="mt-1 mb-3 max-w-prose text-muted">
        {!hasRegion
          ? 'Укажите регион компании, и здесь появится, чего в нём не хватает покупателям.'
          : found.length > 0
            ? 'Этих растений в регионе никто не предлагает в нужном виде. Показываем то, что за неделю искали хотя бы пять разных людей.'
            : 'Пока показать нечего: здесь появится то, что за неделю безуспешно искали хотя бы пять разных людей.'}
      </p>
      {found.length > 0 && (
        <Table caption="Искали в вашем регионе и не нашли">
          <thead>
            <tr>
              <HeadCell className="pl-0">Что искали</HeadCell>
              <HeadCell className="pr-0 pl-2 text-right">Людей</HeadCell>
            </tr>
          </thead>
          <tbody>
            {found.map(({ text, plant, people }) => (
              <tr key={plant?.id ?? text}>
                <Cell className="pr-0 pl-0 wrap-anywhere">
                  {plant ? (
                    <Link to={`/plants/${plant.slug}`} className="link inline-block min-h-6">
                      {text}
                    </Link>
                  ) : (
                    `«${text}»`
                  )}
                </Cell>
                <Cell className="pr-0 pl-2 text-right tabular-nums">{numbers.format(people)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <div className="mt-4">
        {hasRegion ? (
          <ButtonLink to="/products/create" variant="secondary">
            Добавить объявление
          </ButtonLink>
        ) : (
          <ButtonLink to="/teams/edit-team" variant="secondary">
            Указать регион
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
