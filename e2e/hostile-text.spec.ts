import { expect, notFound, open, test } from './fixtures.ts'
import { apiAs, newMember, signIn } from './member.ts'
import { moderator } from './moderator.ts'

/** Text that string replacement, an HTML parser or a JSON parser could interpret. */
const hostile = [
  "$` $' $& $$ $1 $<x>",
  '</body></html>',
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '&amp;&#0;',
  '\\u003c',
  '"\\"',
]
const line = hostile.join(' ')
/** With separators that end a line in scripts; a text of one line is refused for them. */
const lines = `${line} \u2028|\u2029`
const long = `${lines}\n`.repeat(40)

test('any text is shown as written and breaks no page', async ({ page, api }) => {
  test.slow()
  const name = `Пётр ${hostile.slice(0, 3).join(' ')}`
  const member = await newMember(api, { name })
  const other = await newMember(api)
  const own = apiAs(member)
  const staff = apiAs(await moderator(api))
  const team = await own.call('POST /teams/', {
    body: {
      company_name: `Питомник ${hostile.slice(0, 3).join(' ')}`,
      team_zipcode: '7707083893',
      team_phone: '+7 495 000-00-03',
      team_address: line,
      team_city: 'Московская область',
      about_team: long,
    },
  })
  const products = []
  for (let i = 0; i < 4; i++) {
    const product = await own.call('POST /products/create/', {
      body: {
        category: 1,
        genus: `Туя ${i} $\``,
        species: hostile.slice(0, 3).join(' '),
        description: long,
        item_city: line,
        item_address: line,
        annual_growth: line,
        landscape_use: line,
        light_requirements: line,
        foliage_or_needles_color: line,
      },
    })
    const { results } = await staff.call('GET /staff/listings/', { query: { tab: 'waiting', page_size: 100 } })
    const seen = results.find(({ id }) => String(id) === String(product.id))
    if (!seen) throw new Error('the product does not wait')
    const { updated_at, state } = seen
    await staff.call('POST /staff/listings/:id/publish/', {
      params: { id: String(product.id) },
      body: { updated_at, state },
    })
    products.push(product)
  }
  const [product] = products
  if (!product) throw new Error('no product')
  const text = `${lines} слово`
  const post = await own.call('POST /posts/create/', { body: { body: text } })
  await own.call('POST /posts/:id/comment/', { params: { id: post.id }, body: { body: lines } })
  const { id: conversation } = await own.call('GET /chat/:id/get-or-create/', { params: { id: other.id } })
  await own.call('POST /chat/:id/send/', { params: { id: conversation }, body: { body: text } })

  const shown: [path: string, text: string][] = [
    // Of new products the home page shows those with photos first, but the nurseries that published last.
    ['/', team.company_name],
    [product.get_absolute_url, product.name],
    [`/products/${product.category.slug}`, product.name],
    [`/teams/get_current_team/${team.id}`, team.company_name],
    [`/products/teamproductslist/${team.id}`, team.company_name],
    [`/?${new URLSearchParams({ search: product.name })}`, product.name],
  ]
  const asIs = (words: string) => page.getByText(words).first()
  for (const [path, words] of shown) {
    await open(page, path)
    await expect(asIs(words), path).toBeVisible()
    // The page handles events: its embedded state was parsed.
    await expect(page.locator('#boot'), path).toHaveCount(1)
  }
  await signIn(page, other)
  for (const [path, words] of [
    ['/feed', text],
    [`/post/${post.id}`, lines],
    [`/profile/${member.id}`, name],
    ['/chat', text],
  ] as const) {
    await open(page, path)
    await expect(asIs(words), path).toBeVisible()
  }
  for (const { category, slug } of products) {
    const params = { category_slug: category.slug, product_slug: slug }
    await own.call('DELETE /products/:category_slug/:product_slug/delete/', { params })
  }
})

test('the page works with anything in its address', async ({ page, problems }) => {
  test.slow()
  problems.allow(notFound)
  // A filter that no form sends is refused, and the page says so.
  problems.allow(/^(?:status 400|console error: Failed to load resource: .* 400)/)
  const parameters = [
    'search',
    'zone',
    'price_from',
    'page',
    'rsp',
    'team_city',
    'ordering',
    'section',
    'next',
    'token',
  ]
  for (const text of [line, (hostile[0] ?? '').repeat(6)]) {
    const query = new URLSearchParams(parameters.map(name => [name, text]))
    for (const path of ['/', '/products/hvoynye', '/publications', '/about']) {
      for (const address of [
        `${path}?${query}`,
        `${path}?${new URLSearchParams({ search: text })}#${encodeURIComponent(text)}`,
      ]) {
        const answer = await page.goto(address)
        expect([address, (answer?.status() ?? 0) < 500]).toEqual([address, true])
        expect((await answer?.body())?.length).toBeLessThan(400_000)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
    }
    await page.goto(`/products/${encodeURIComponent(text.slice(0, 100))}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})
