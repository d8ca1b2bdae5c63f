// What a company prints is read back as it was: nothing is asked, and no offer is another one.
import { expect, it } from 'vitest'
import { writeLabel } from '#contract/size-label.ts'
import type { Variant, WritableVariant } from '#contract/variants.ts'
import { plants } from '#server/reading/price-lists/test-layouts/read-offers.ts'
import { understandSheets } from '#server/reading/price-lists/understand-sheets.ts'
import { readTables } from '#server/reading/tables/read-tables.ts'
import { readDirectory } from '#server/seed/botany/read-directory.ts'
import { categorySeeds } from '#server/seed/categories.ts'
import { demoCompanies } from '#server/seed/demo/companies.ts'
import { demoProducts } from '#server/seed/demo/products.ts'
import { printList } from './list-on-paper.ts'
import type { ListedSection } from './published-list.ts'

interface Listed {
  name: string
  latin: string
  category: string
  sizes: WritableVariant[]
}

const asVariant = (size: WritableVariant): Variant => ({
  ...size,
  id: 1,
  weight_is_estimate: false,
  volume_is_estimate: false,
  available_quantity: size.stock_quantity,
  label: writeLabel(size),
  confirmed_at: '2026-11-20T09:00:00.000Z',
})

function sectionsOf(products: Listed[]): ListedSection[] {
  const sections: ListedSection[] = []
  for (const { name, latin, category: slug, sizes } of products) {
    if (sections.at(-1)?.category.slug !== slug) {
      const category = { id: 1, slug, name: categorySeeds.find(seed => seed.slug === slug)?.name ?? slug }
      sections.push({ category, products: [] } as unknown as ListedSection)
    }
    const product = { id: 1, name, latin_name: latin, get_absolute_url: '', variants: sizes.map(asVariant) }
    sections.at(-1)?.products.push(product)
  }
  return sections
}

async function readBack(products: Listed[], left = 0) {
  const printed = await printList({
    company: 'Питомник «Верейский косогор»',
    contacts: ['+7 (49634) 0-17-32 · malakhov@verey-kosogor.example', 'Верея, д. Загряжское, поле 3'],
    sections: sectionsOf(products),
    updatedAt: new Date('2026-11-20T09:00:00Z'),
    left,
    address: 'https://dendro.test/teams/get_current_team/1/price-list',
  })
  const tables = await readTables(printed)
  if ('failure' in tables) throw new Error(tables.failure)
  return understandSheets(tables.sheets, plants)
}

const printedFields = (size: WritableVariant) => {
  const { weight: _weight, volume: _volume, ...printed } = size
  return printed
}

it('reads the printed lists of all demonstration companies back whole, without a question', async () => {
  const products = demoProducts(readDirectory())
  for (const { key } of demoCompanies) {
    const listed = products
      .filter(({ companyKey }) => companyKey === key)
      .toSorted((one, other) => one.category.localeCompare(other.category))
      .map(({ plant, category, sizes }) => {
        return { name: `${plant.genus} ${plant.name}`, latin: plant.latinName, category, sizes }
      })
    const { rows, questions } = await readBack(listed)
    expect(questions, key).toEqual([])
    const offers = rows.filter(({ kind }) => kind === 'offer')
    expect(
      offers.map(({ plant, category, verdict, variants: [size] }) => ({
        latin: plants.byId.get(plant?.id ?? -1)?.latinName,
        category,
        verdict,
        size: size && printedFields(size),
      })),
      key,
    ).toEqual(
      listed.flatMap(({ latin, category, sizes }) =>
        sizes.map(size => ({ latin, category, verdict: 'clear', size: printedFields(size) })),
      ),
    )
  }
}, 60_000)

it('reads article numbers, long notes, prices for more, plants without a size, and that the list goes on elsewhere', async () => {
  const [any] = demoProducts(readDirectory()).flatMap(({ sizes }) => sizes)
  if (!any) throw new Error('no sizes')
  const bare: WritableVariant = {
    ...any,
    ...{ form: null, height_from: null, height_to: null, spread_from: null, spread_to: null, stems: null },
    ...{ girth_from: null, girth_to: null, stem_height: null, transplants: null, root: null, root_size: null },
    ...{ sku: null, price: 990, price_tiers: [], stock: 'in_stock', stock_quantity: null, stock_is_minimum: false },
    note: '',
  }
  const sizes: WritableVariant[] = [
    bare,
    { ...bare, sku: 'Л-7', note: 'Отбирали трёхлетками · зелёных в этой партии нет, а осенью цвет держится до снега' },
    {
      ...bare,
      ...{ height_from: 250, height_to: 300, stem_height: 220, girth_from: 14, girth_to: 16, form: 'standard' },
      ...{ transplants: 3, root: 'wire_ball', root_size: 60, stock_quantity: 1200, price: 12_500.5 },
      price_tiers: [
        { quantity_from: null, price: 11_000 },
        { quantity_from: 10, price: 10_500.5 },
        { quantity_from: 1000, price: 9900 },
      ],
    },
    {
      ...bare,
      sku: 'Б 12',
      root: 'container',
      root_size: 5,
      price: null,
      stock: 'expected',
      available_from: '2027-05-01',
    },
  ]
  const lime = { name: 'Липа мелколистная', latin: 'Tilia cordata', category: 'listvennye-derevya', sizes }
  const { rows, questions } = await readBack([lime], 8)
  expect(questions).toEqual([])
  const offers = rows.filter(({ kind }) => kind === 'offer')
  expect(offers.map(({ verdict }) => verdict)).toEqual(['clear', 'clear', 'clear', 'clear'])
  expect(offers.map(({ variants: [size] }) => size && printedFields(size))).toEqual(sizes.map(printedFields))
  expect(rows.at(-1)).toMatchObject({ kind: 'note', cells: [expect.stringContaining('Здесь не всё: ещё 8')] })
})
