import { z } from 'zod'
import { call } from './call.ts'
import { integerId, limits, plainText, slug } from './common.ts'
import { productCard, productImage } from './products.ts'

/** Pictures that are given to products in one go. */
export const photosAtOnceMax = 200

/** A product of the company as the screen for adding photos in bulk shows it. */
export const photoProduct = productCard
  .pick({
    id: true,
    name: true,
    latin_name: true,
    sizes: true,
    slug: true,
    category: true,
    get_thumbnail: true,
    get_absolute_url: true,
  })
  .extend({ photos_count: z.int() })
  .meta({ id: 'PhotoProduct' })
export type PhotoProduct = z.output<typeof photoProduct>

/** What a file's name says: the product that it certainly names, or those that it may name, both by id. */
export const matchedName = z
  .object({
    name: z.string(),
    product: integerId.nullable(),
    /** The most probable first; empty if `product` is set. */
    candidates: z.array(integerId),
    /** The picture's number in the name, by which a product's pictures are ordered. */
    number: z.int().nullable(),
  })
  .meta({ id: 'MatchedName' })
export type MatchedName = z.output<typeof matchedName>

const address = z.object({ category_slug: slug, product_slug: slug })

export const productPhotoCalls = {
  'POST /products/photos/match/': call({
    access: 'member',
    summary: 'К каким растениям моей компании относятся снимки с такими именами файлов',
    body: z.object({
      names: z
        .array(plainText.min(1).max(limits.shortText))
        .min(1, 'Нужны имена файлов')
        .max(photosAtOnceMax, `Не больше ${photosAtOnceMax}`),
    }),
    answer: z.object({ results: z.array(matchedName), products: z.array(photoProduct) }),
  }),
  'POST /products/:category_slug/:product_slug/photos/': call({
    access: 'member',
    summary: 'Добавить растению загруженные снимки после имеющихся; surplus: для которых не хватило места',
    params: address,
    body: z.object({
      photos: z
        .array(z.uuid('Нужен номер загруженного снимка'))
        .min(1, 'Нужны снимки')
        .max(photosAtOnceMax, `Не больше ${photosAtOnceMax}`),
    }),
    answer: z.object({ images: z.array(productImage), surplus: z.array(z.uuid()) }),
  }),
  'POST /products/:category_slug/:product_slug/photos/remove/': call({
    access: 'member',
    summary: 'Убрать у растения снимки; чужие и уже убранные не считаются',
    params: address,
    body: z.object({ images: z.array(integerId).min(1, 'Нужны снимки').max(photosAtOnceMax) }),
    answer: z.object({ removed: z.int() }),
  }),
}
