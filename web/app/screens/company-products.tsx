import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { companyPath } from '#contract/company-slug.ts'
import { companyQuery } from '#web/features/companies/api.ts'
import { CompanyHeading } from '#web/features/companies/company-heading.tsx'
import { groupByCategory } from '#web/features/offers/group-by-category.ts'
import { offerCatalog } from '#web/features/offers/offer-catalog.ts'
import { companyProductsQuery } from '#web/features/products/api.ts'
import { ProductGrid } from '#web/features/products/product-grid.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { breadcrumbList } from '#web/lib/breadcrumb-list.ts'
import { counted, plants } from '#web/lib/plural.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

export { companyLoader as loader } from './company-loader.ts'

export function Component() {
  const { api, publicUrl } = useApp()
  const { id = '' } = useParams()
  const { data: team } = useSuspenseQuery(companyQuery(api, id))
  const { data: products } = useSuspenseQuery(companyProductsQuery(api, id))
  const groups = groupByCategory(products)
  const about = companyPath(team)
  const crumbs = [{ name: 'Каталог', to: '/' }, { name: team.company_name, to: about }, { name: 'Товары' }]
  const names = groups.map(group => group.category.name.toLowerCase()).join(', ')

  return (
    <div className="mx-auto max-w-page px-4 pt-4 sm:px-6">
      <PageMeta
        title={screenTitle(`Товары: ${team.company_name}`)}
        description={`${team.company_name}: ${counted(products.length, plants)} с размерами и ценами${names && `: ${names}`}.`}
        path={`/products/teamproductslist/${team.id}`}
        image={products[0]?.get_image}
        structuredData={[offerCatalog(publicUrl, team.company_name, products), breadcrumbList(publicUrl, crumbs)]}
      />
      <Breadcrumbs crumbs={crumbs} />
      <CompanyHeading team={team} />
      {groups.length > 1 && (
        <nav aria-label="Категории компании" className="mt-5">
          <ul className="flex flex-wrap gap-2">
            {groups.map(({ category, products: some }) => (
              <li key={category.id}>
                <a
                  href={`#${category.slug}`}
                  className="inline-flex min-h-11 items-center gap-2 rounded-full bg-leaf-soft px-4 text-sm text-leaf-strong no-underline hover:bg-leaf hover:text-on-leaf"
                >
                  {category.name}
                  <span className="tabular-nums">{some.length}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {groups.map(({ category, products: some }, index) => (
        <section key={category.id} aria-labelledby={category.slug} className="mt-8 [&~&]:mt-12">
          <h2 id={category.slug} className="mb-4 text-2xl">
            {category.name}
            <span className="ml-3 font-sans text-base whitespace-nowrap text-muted">
              {counted(some.length, plants)}
            </span>
          </h2>
          <ProductGrid products={some} heading="h3" eagerCount={index === 0 ? 4 : 0} />
        </section>
      ))}
      {products.length === 0 && (
        <div className="mt-8">
          <EmptyState title="Тут пока пусто." action={<ButtonLink to={about}>Контакты компании</ButtonLink>}>
            Компания ещё не выложила растения. Спросите её напрямую: в питомнике обычно больше, чем в объявлениях.
          </EmptyState>
        </div>
      )}
    </div>
  )
}
