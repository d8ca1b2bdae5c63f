import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, useEffect } from 'react'
import { Link, type LoaderFunctionArgs, redirect, useParams } from 'react-router'
import type { Product } from '#contract/products.ts'
import type { Variant } from '#contract/variants.ts'
import { companyQuery } from '#web/features/companies/api.ts'
import { TeamNav } from '#web/features/companies/team-nav.tsx'
import { comparePlant } from '#web/features/compare/compare-actions.tsx'
import { CompareDock } from '#web/features/compare/compare-dock.tsx'
import { CompareToggle } from '#web/features/compare/compare-toggle.tsx'
import { OtherOffers, otherOffersQuery } from '#web/features/plants/other-offers.tsx'
import { ScaleDrawing } from '#web/features/plants/scale-drawing.tsx'
// Beside the queries of the plants' own screens, which are no part of the first page's script.
import { substitutesQuery } from '#web/features/plants/substitutes-query.ts'
import { Substitutes } from '#web/features/plants/substitutes.tsx'
import { productQuery, relatedQuery } from '#web/features/products/api.ts'
import { AttributeTable } from '#web/features/products/page/attribute-table.tsx'
import { type AttributeGroup, attributeGroups } from '#web/features/products/page/attributes.ts'
import { Confirmed } from '#web/features/products/page/confirmed.tsx'
import { ContactBar } from '#web/features/products/page/contact-bar.tsx'
import { Description } from '#web/features/products/page/description.tsx'
import { EditLink } from '#web/features/products/page/edit-link.tsx'
import { Gallery } from '#web/features/products/page/gallery.tsx'
import { isOwnAddress } from '#web/features/products/page/product-address.ts'
import { productStructuredData } from '#web/features/products/page/product-structured-data.ts'
import { formatDate, metaDescription, pictureAlts, soldHeights } from '#web/features/products/page/product-texts.ts'
import { RelatedPlants } from '#web/features/products/page/related-plants.tsx'
import { SellerCard } from '#web/features/products/page/seller-card.tsx'
import { OnlyVariant, VariantTable } from '#web/features/products/page/variant-table.tsx'
import { parseVideoLink } from '#web/features/products/page/video-link.ts'
import { Video } from '#web/features/products/page/video.tsx'
import { AddToProject } from '#web/features/projects/add-to-project.tsx'
import { stockAlertIntent } from '#web/features/saved-searches/intents.ts'
import { countVisit } from '#web/features/statistics/count-visit.ts'
import { type Api, ApiError } from '#web/lib/api.ts'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { breadcrumbList } from '#web/lib/breadcrumb-list.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { BellPlus } from '#web/ui/icons.ts'
import { LatinName } from '#web/ui/latin-name.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { ProductPrice } from '#web/ui/price.tsx'
import { ForMembers } from '../for-members.tsx'
import { ReportListing } from '../report-listing.tsx'
import { ProductContacts } from './product-contacts.tsx'

const StockAlertButton = lazy(async () => ({
  default: (await import('#web/features/saved-searches/stock-alert-button.tsx')).StockAlertButton,
}))

const tellOfStock = 'Сообщить о поступлении'

type Params = LoaderFunctionArgs['params']

const addressOf = ({ category_slug = '', product_slug = '' }: Params) => ({ category_slug, product_slug })

/** Others' offers of the product's plant; of a product without one there are none. */
const othersOf = (api: Api, { plant, team }: Pick<Product, 'plant' | 'team'>) =>
  otherOffersQuery(api, plant?.slug ?? null, team.id)

/** What may be planted instead, of a product that is sold out; none if others offer the plant. */
const insteadOf = (api: Api, { plant, is_sold_out }: Pick<Product, 'plant' | 'is_sold_out'>) =>
  substitutesQuery(api, is_sold_out ? (plant?.slug ?? null) : null)

export const loader =
  ({ queries, api }: AppContext) =>
  async ({ params, request }: LoaderFunctionArgs) => {
    const address = addressOf(params)
    const { pathname, search } = new URL(request.url)
    try {
      const [product] = await Promise.all([
        queries.ensureQueryData(productQuery(api, address)).then(async found => {
          await Promise.all([
            queries.ensureQueryData(companyQuery(api, String(found.team.id))),
            queries.ensureQueryData(othersOf(api, found)),
            queries.ensureQueryData(insteadOf(api, found)),
          ])
          return found
        }),
        queries.ensureQueryData(relatedQuery(api, address)),
      ])
      if (!isOwnAddress(pathname, product)) throw redirect(product.get_absolute_url + search, 301)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      // The category in the address is wrong: the plant has moved, or the address was typed.
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
  const { data: others } = useSuspenseQuery(othersOf(api, product))
  const { data: instead } = useSuspenseQuery(insteadOf(api, product))
  const { data: team } = useSuspenseQuery(companyQuery(api, String(product.team.id)))

  useEffect(() => {
    // Others see it only when it is published.
    if (product.is_active) countVisit(api, product.id, 'seen')
  }, [api, product.id, product.is_active])

  const images = product.images.length > 0 ? product.images : [{ id: 0, get_image: product.get_image }]
  const alts = pictureAlts(product, images.length)
  const pictures = images.map((image, index) => ({
    id: image.id,
    src: image.get_image,
    alt: alts[index] ?? product.name,
  }))
  const [mainGroup, ...otherGroups] = attributeGroups(product)
  const video = parseVideoLink(product.video_link)
  const crumbs = [
    { name: 'Каталог', to: '/' },
    { name: product.category.name, to: `/products/${product.category.slug}` },
    { name: product.name },
  ]
  const sold = soldHeights(product.variants)
  const contacts = <ProductContacts product={product} team={team} path={product.get_absolute_url} />
  const sameGenus = related.same_genus.filter(card => card.team.id !== product.team.id)

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
      <article className="mt-2">
        {/* On a phone the picture comes first; from 1024 px on the text is beside it. */}
        <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr]">
          {/* Another plant on the same screen starts with its own first picture. */}
          <Gallery key={product.id} pictures={pictures} />
          <Sold product={product} contacts={contacts} group={mainGroup} />
          {/* Below the pictures; on a phone after what is sold. */}
          {product.plant_figure && sold && <ScaleDrawing figure={product.plant_figure} sold={sold} />}
        </div>
        <div className="mt-8 grid gap-x-10 gap-y-8 lg:mt-10 lg:grid-cols-3">
          {otherGroups.map(group => (
            <AttributeTable key={group.title} group={group} />
          ))}
        </div>
        {video && (
          <section aria-labelledby="video" className="mt-10 max-w-2xl">
            <h2 id="video" className="mb-3 text-xl">
              Видео
            </h2>
            <Video key={product.id} video={video} plantName={product.name} />
          </section>
        )}
        <p className="mt-6 text-sm text-muted">
          Объявление обновлено <time dateTime={product.updated_at}>{formatDate(product.updated_at)}</time>
        </p>
        <ReportListing teamId={product.team.id} product={address} />
      </article>
      {product.plant && (
        <OtherOffers plantUrl={`/plants/${product.plant.slug}`} name={product.plant.name} {...others} />
      )}
      <Substitutes
        plants={instead.map(({ plant }) => plant)}
        reasons={instead.map(({ reason }) => reason)}
        action={comparePlant}
      />
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
        products={related.same_team}
        more={
          <Link to={`/products/teamproductslist/${product.team.id}`} className="link py-2">
            Все растения компании
          </Link>
        }
      />
      <CompareDock>
        <ContactBar>{contacts}</ContactBar>
      </CompareDock>
    </div>
  )
}

interface SoldProps {
  product: Product
  /** How to reach the seller. */
  contacts: ReactNode
  /** What buyers look for first. */
  group: AttributeGroup | undefined
}

/** What is sold: its names, price and sizes, and by whom. */
function Sold({ product, contacts, group }: SoldProps) {
  const onlyVariant = product.variants.length === 1 ? product.variants[0] : undefined
  return (
    <div className="lg:row-span-2">
      <h1 className="text-3xl">{product.name}</h1>
      {product.latin_name && (
        <p className="mt-1 text-lg text-muted">
          <LatinName>{product.latin_name}</LatinName>
        </p>
      )}
      {product.plant && (
        <Link to={`/plants/${product.plant.slug}`} className="link mt-1 inline-flex min-h-9 items-center text-sm">
          О растении и предложения других питомников
        </Link>
      )}
      <p className="mt-4 text-2xl">
        <ProductPrice product={product} />
      </p>
      <div className="mt-1 mb-5 grid gap-3">
        {onlyVariant ? (
          <OnlyVariant
            variant={onlyVariant}
            action={<SizeActions product={product} variant={onlyVariant} className="flex flex-wrap gap-x-4" />}
          />
        ) : (
          <VariantTable
            variants={product.variants}
            action={variant => <SizeActions product={product} variant={variant} className="grid justify-items-end" />}
          />
        )}
        <Confirmed variants={product.variants} />
      </div>
      <EditLink product={product} />
      {product.is_sold_out && (
        <div className="mb-5">
          <ForMembers
            label={tellOfStock}
            icon={BellPlus}
            path={product.get_absolute_url}
            intent={stockAlertIntent({ product: product.id })}
          >
            <StockAlertButton of={{ product: product.id }}>{tellOfStock}</StockAlertButton>
          </ForMembers>
        </div>
      )}
      <SellerCard team={product.team} contacts={contacts}>
        <TeamNav team={product.team} />
      </SellerCard>
      <div className="mt-7 grid gap-7">
        {group && <AttributeTable group={group} />}
        {product.description && <Description text={product.description} />}
      </div>
    </div>
  )
}

interface SizeActionsProps {
  product: Product
  variant: Variant
  className: string
}

function SizeActions({ product, variant: { id, label, stock }, className }: SizeActionsProps) {
  const name = [product.name, label].filter(Boolean).join(', ')
  return (
    <span className={className}>
      <CompareToggle kind="offer" one={{ id: String(id), name, picture: product.get_thumbnail }} />
      {stock !== 'sold_out' && <AddToProject wanted={{ kind: 'variant', id, name }} />}
    </span>
  )
}
