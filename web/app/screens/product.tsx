import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, redirect, useParams } from 'react-router'
import { productQuery, relatedQuery } from '#web/features/catalogue/api.ts'
import { AttributeTable } from '#web/features/catalogue/product/attribute-table.tsx'
import { attributeGroups } from '#web/features/catalogue/product/attributes.ts'
import { Gallery } from '#web/features/catalogue/product/gallery.tsx'
import { isOwnAddress } from '#web/features/catalogue/product/product-address.ts'
import { productStructuredData } from '#web/features/catalogue/product/product-structured-data.ts'
import { formatDate, metaDescription, paragraphs, pictureAlts } from '#web/features/catalogue/product/product-texts.ts'
import { RelatedPlants } from '#web/features/catalogue/product/related-plants.tsx'
import { SellerCard } from '#web/features/catalogue/product/seller-card.tsx'
import { Video } from '#web/features/catalogue/product/video.tsx'
import { parseVideoLink } from '#web/features/catalogue/product/video-link.ts'
import { TeamNav } from '#web/features/companies/team-nav.tsx'
import { ApiError } from '#web/lib/api.ts'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { breadcrumbList } from '#web/lib/breadcrumb-list.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { LatinName } from '#web/ui/latin-name.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Price } from '#web/ui/price.tsx'

/** One row on a wide screen, two on a phone. */
const relatedCount = 4

type Params = LoaderFunctionArgs['params']

const addressOf = ({ category_slug = '', product_slug = '' }: Params) => ({ category_slug, product_slug })

export const loader =
  ({ queries, api }: AppContext) =>
  async ({ params, request }: LoaderFunctionArgs) => {
    const address = addressOf(params)
    const { pathname, search } = new URL(request.url)
    try {
      const [product] = await Promise.all([
        queries.ensureQueryData(productQuery(api, address)),
        queries.ensureQueryData(relatedQuery(api, address)),
      ])
      if (!isOwnAddress(pathname, product)) throw redirect(product.get_absolute_url + search, 301)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      // Under another category's name: the plant may have moved there, or the address was put together by hand.
      const { get_absolute_url: moved } = await api.call('GET /products/address/:product_slug/', {
        params: { product_slug: address.product_slug },
      })
      throw redirect(moved + search, 301)
    }
    return null
  }

export function Component() {
  const { api, publicUrl } = useApp()
  const address = addressOf(useParams())
  const { data: product } = useSuspenseQuery(productQuery(api, address))
  const { data: related } = useSuspenseQuery(relatedQuery(api, address))

  const images = product.images.length > 0 ? product.images : [{ id: 0, get_image: product.get_image }]
  const alts = pictureAlts(product, images.length)
  const pictures = images.map((image, index) => ({
    id: image.id,
    src: image.get_image,
    alt: alts[index] ?? product.name,
  }))
  const video = parseVideoLink(product.video_link)
  const crumbs = [
    { name: 'Каталог', to: '/' },
    { name: product.category.name, to: `/products/${product.category.slug}` },
    { name: product.name },
  ]
  const sameGenus = related.same_genus.filter(card => card.team.id !== product.team.id).slice(0, relatedCount)

  return (
    <div className="mx-auto max-w-page px-4 pt-4 sm:px-6">
      <PageMeta
        title={screenTitle(product.name)}
        description={metaDescription(product)}
        path={product.get_absolute_url}
        image={product.get_image}
        structuredData={[
          productStructuredData(
            publicUrl,
            product,
            images.map(image => image.get_image),
          ),
          breadcrumbList(publicUrl, crumbs),
        ]}
      />
      <Breadcrumbs crumbs={crumbs} />
      {/* On a phone the picture comes first; beside each other from 1024 px on, the words standing as high as they like. */}
      <article className="mt-2 grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr]">
        {/* Another plant on the same screen starts with its own first picture. */}
        <Gallery key={product.id} pictures={pictures} />
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <h1 className="text-3xl">{product.name}</h1>
          {product.latin_name && (
            <p className="mt-1 text-lg text-muted">
              <LatinName>{product.latin_name}</LatinName>
            </p>
          )}
          <p className="mt-4 mb-5 font-serif text-3xl">
            <Price rubles={product.price} />
          </p>
          <SellerCard team={product.team}>
            <TeamNav team={product.team} />
          </SellerCard>
          <div className="mt-8">
            <AttributeTable groups={attributeGroups(product)} />
          </div>
          <p className="mt-4 text-sm text-muted">
            Объявление обновлено <time dateTime={product.updated_at}>{formatDate(product.updated_at)}</time>
          </p>
        </div>
        <div className="grid content-start gap-10">
          {product.description && (
            <section aria-labelledby="description">
              <h2 id="description" className="mb-3 text-2xl">
                Описание
              </h2>
              <div className="grid max-w-prose gap-4 text-lg whitespace-pre-line">
                {paragraphs(product.description).map((text, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed text
                  <p key={index}>{text}</p>
                ))}
              </div>
            </section>
          )}
          {video && (
            <section aria-labelledby="video">
              <h2 id="video" className="mb-3 text-2xl">
                Видео
              </h2>
              <Video key={product.id} video={video} plantName={product.name} />
            </section>
          )}
        </div>
      </article>
      <RelatedPlants
        id="same-genus"
        title={`${product.genus}: у других компаний`}
        products={sameGenus}
        more={
          <Link to={`/?${new URLSearchParams({ search: product.genus })}`} className="link py-2">
            «{product.genus}» во всём каталоге
          </Link>
        }
      />
      <RelatedPlants
        id="same-team"
        title="Ещё у этой компании"
        products={related.same_team.slice(0, relatedCount)}
        more={
          <Link to={`/products/teamproductslist/${product.team.id}`} className="link py-2">
            Все растения компании
          </Link>
        }
      />
    </div>
  )
}
