import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { genera, plantSlugs, plants } from '#server/domains/plants/plants.tables.ts'
import { posts } from '#server/domains/posts/posts.tables.ts'
import type { View } from '#server/domains/products/linked-pictures.queries.ts'
import { linkedDrawer } from '#server/domains/products/linked-pictures.service.ts'
import { linkedDrawing } from '#server/domains/products/products.jobs.ts'
import { products } from '#server/domains/products/products.tables.ts'
import { otherStaffEmail, staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { databaseState } from '#server/test/database-state.ts'
import { categoryId, makeCompany, makePerson, makeProduct } from '#server/test/factories.ts'
import { jobsOf, workOff } from '#server/test/jobs.ts'

let server: TestServer
let staff: string
let other: string
let creator: string
let conifers: number

beforeAll(async () => {
  server = await testServer()
  const { db } = server.database
  staff = (await makePerson(db, { email: staffEmail })).id
  other = (await makePerson(db, { email: otherStaffEmail })).id
  creator = (await makeCompany(db)).creatorId
  conifers = await categoryId(db, 'hvoynye')
})
afterAll(() => server.close())

const get = async (path: string) => (await server.get(`/api/staff/directory/${path}`, staff)).body
const send = (path: string, body?: unknown, userId = staff) =>
  server.send('POST', `/api/staff/directory/${path}`, body, userId)
async function made(path: string, body: unknown) {
  const answer = await send(path, body)
  expect([answer.status, answer.body.fields]).toEqual([201, undefined])
  return answer.body
}

let number = 0
const genus = (name = `Род${++number}`) => made('genera/', { name, latin_name: 'Genus', family: 'Familia' })
const plant = (of: { id: number }, name: string, categories = [conifers]) =>
  made('species/', { genus: of.id, name, latin_name: `Genus ${name}`, synonyms: '', categories })
async function list(genusName: string, speciesName: string, category = conifers) {
  const { status, body } = await server.send(
    'POST',
    '/api/products/create/',
    { category, genus: genusName, species: speciesName },
    creator,
  )
  expect(status).toBe(201)
  return body
}
/** Runs the pending jobs, like a process. */
const draw = () => workOff(server.database, [linkedDrawer(server.database.db, server.media)])
const reason = 'Так правильно'
const rowOf = async (id: number) => (await server.database.db.select().from(products).where(eq(products.id, id)))[0]
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
const offered = async (path: string) => names((await server.get(`/api/products/${path}`)).body)
const lastAction = async () => (await server.get('/api/staff/journal/', staff)).body.results[0]

describe('the directory', () => {
  it('can be searched and added to, and names are unique regardless of letter case and quotes', async () => {
    const found = await get('genera/?search=thuja')
    expect(found.results[0]).toMatchObject({ name: 'Туя', latin_name: 'Thuja', is_hidden: false, merged_into: null })
    const thuja = await get(`genera/${found.results[0].id}/`)
    expect(thuja.species).toHaveLength(thuja.genus.species_count)
    await list('Туя', "западная 'Smaragd'")
    const alike = (await get(`species/?search=${encodeURIComponent("Туя западная 'Smar")}`)).results
    const smaragd = alike.find(({ name }: { name: string }) => name === "западная 'Smaragd'")
    expect(smaragd).toMatchObject({ genus: { name: 'Туя' }, listings_count: 1, categories: expect.any(Array) })
    expect((await get('genera/?search=thuja')).results[0].listings_count).toBe(1)
    expect(names((await get(`species/?search=${smaragd.id}`)).results)).toContain(smaragd.name)

    const own = await genus('Ёжица')
    expect(await lastAction()).toMatchObject({ action: 'create', subject: 'genus', subject_name: 'Ёжица' })
    expect((await send('genera/', { name: 'ежица', latin_name: 'X', family: '' })).body.fields).toMatchObject({
      name: [{ message: 'Такой род уже есть', code: 'unique' }],
    })
    const first = await plant(own, "малая 'Un'")
    expect(first.categories).toEqual([expect.objectContaining({ id: conifers })])
    expect(
      (
        await send('species/', {
          genus: own.id,
          name: 'МАЛАЯ «un»',
          latin_name: 'X',
          synonyms: '',
          categories: [conifers],
        })
      ).body.fields,
    ).toMatchObject({ name: [{ code: 'unique' }] })
    for (const [field, value] of [
      ['genus', 999_999],
      ['categories', [999_999]],
      ['categories', []],
      ['name', ' '],
      ['name', 'х'.repeat(255)],
      ['latin_name', ''],
    ] as const) {
      const form = { genus: own.id, name: 'новая', latin_name: 'X', synonyms: '', categories: [conifers] }
      expect((await send('species/', { ...form, [field]: value })).body.fields).toHaveProperty(field)
    }
    expect((await list('ежица', 'Малая "UN"')).is_active).toBe(true)
    expect((await send('genera/999999/edit/', { was: '', name: 'Я', latin_name: 'X', family: '' })).status).toBe(404)
  })
})

describe('renaming a genus', () => {
  it('updates its products: names, addresses, search in the feed', async () => {
    const { db } = server.database
    const own = await genus('Лжетуя')
    await plant(own, 'первая')
    await plant(own, 'вторая')
    const one = await list('лжетуя', 'первая')
    const two = await list('Лжетуя', 'вторая')
    const free = await list('Лжетуя', 'неизвестная')
    const another = await server.another()
    await another.inject({ url: `/api/products${one.get_absolute_url}` })
    const form = { was: 'Лжетуя', name: 'Туёвка', latin_name: 'Thujopsis', family: 'Cupressaceae' }
    const { status, body } = await send(`genera/${own.id}/edit/`, form)
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ name: 'Туёвка', latin_name: 'Thujopsis', listings_count: 2 }),
    ])
    expect(await lastAction()).toMatchObject({ action: 'rename', subject_name: 'Лжетуя → Туёвка' })
    expect(await rowOf(one.id)).toMatchObject({
      genus: 'Туёвка',
      species: 'первая',
      name: 'Туёвка первая',
      isActive: true,
    })
    const moved = await server.get(`/api/products${one.get_absolute_url}`)
    expect(moved.body).toMatchObject({ name: 'Туёвка первая', get_absolute_url: '/hvoynye/tuyovka-pervaya/' })
    // The other process has dropped the cached response too.
    const elsewhere = await another.inject({ url: `/api/products${one.get_absolute_url}` })
    expect(elsewhere.json().name).toBe('Туёвка первая')
    await another.close()
    const found = (await server.get('/api/posts/?search=туёвка', creator)).body.results
    expect(new Set(found.map((post: any) => post.product.id))).toEqual(new Set([one.id, two.id]))
    expect(await rowOf(free.id)).toMatchObject({ genus: 'Лжетуя' })
    const before = await databaseState(db)
    expect((await send(`genera/${own.id}/edit/`, form)).body.detail).toContain('теперь это «Туёвка»')
    expect((await send(`genera/${own.id}/edit/`, { ...form, was: 'Туёвка', name: 'туя' })).body.fields).toMatchObject({
      name: [{ code: 'unique' }],
    })
    expect(
      (await send(`genera/${own.id}/edit/`, { ...form, was: 'Туёвка', name: 'х'.repeat(250) })).body.fields,
    ).toHaveProperty('name')
    expect(await databaseState(db)).toEqual(before)
  })

  it('does so with hundreds of them, even if their addresses are taken', async () => {
    const { db } = server.database
    const own = await genus('Многолистник')
    const { id: plantId } = await plant(own, 'общий')
    const company = await makeCompany(db)
    const many = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        makeProduct(db, {
          companyId: company.id,
          genus: 'Многолистник',
          species: 'общий',
          slug: `mnogolistnik-${n}`,
          plantId,
        }),
      ),
    )
    await makeProduct(db, { genus: 'Малолистник', species: 'общий', slug: 'malolistnik-obschiy' })
    const form = { was: 'Многолистник', name: 'Малолистник', latin_name: 'X', family: '' }
    expect((await send(`genera/${own.id}/edit/`, form)).status).toBe(200)
    const rows = await db
      .select()
      .from(products)
      .where(
        inArray(
          products.id,
          many.map(row => row.id),
        ),
      )
    expect(new Set(rows.map(row => row.name))).toEqual(new Set(['Малолистник общий']))
    expect(new Set(rows.map(row => row.slug)).size).toBe(60)
    expect(rows.map(row => row.slug)).toContain('malolistnik-obschiy-2')
    expect(rows.map(row => row.slug)).toContain('malolistnik-obschiy-61')
    const [last] = many.slice(-1)
    expect((await server.get(`/api/products/address/${last?.slug}/`)).body.get_absolute_url).toMatch(/malolistnik/)
    // With its former name it gets its former address back.
    await send(`genera/${own.id}/edit/`, { ...form, was: 'Малолистник', name: 'Многолистник' })
    await send(`genera/${own.id}/edit/`, form)
    const again = await db
      .select()
      .from(products)
      .where(
        inArray(
          products.id,
          many.map(row => row.id),
        ),
      )
    const slugs = new Map(rows.map(row => [row.id, row.slug]))
    for (const row of again) expect(row.slug).toBe(slugs.get(row.id))
  })

  it('gives it an address from its Latin name; a former address still redirects to it', async () => {
    const { db } = server.database
    const of = await genus()
    const [first, second] = [await plant(of, 'ficta'), await plant(await genus(), 'ficta')]
    const slugOf = async (id: number) => (await db.select().from(plants).where(eq(plants.id, id)))[0]?.slug
    expect([await slugOf(first.id), await slugOf(second.id)]).toEqual(['genus-ficta', 'genus-ficta-2'])
    const edit = async (latinName: string) => {
      const form = { was: 'ficta', name: 'ficta', latin_name: latinName, synonyms: '', categories: [conifers] }
      expect((await send(`species/${second.id}/edit/`, form)).status).toBe(200)
      return slugOf(second.id)
    }
    expect(await edit("Genus 'Łódź'")).toBe('genus-lodz')
    const kept = await db.select().from(plantSlugs).where(eq(plantSlugs.plantId, second.id))
    expect(kept.map(row => row.slug).sort()).toEqual(['genus-ficta-2', 'genus-lodz'])
    expect(await edit('Genus ficta')).toBe('genus-ficta-2')
    expect((await db.select().from(plants).where(eq(plants.id, second.id)))[0]).toMatchObject({ categoryId: conifers })
  })
})

describe('merging plants', () => {
  it('moves their products to the remaining one; the old name still leads to it', async () => {
    const { db } = server.database
    const roses = await categoryId(db, 'rozy')
    const own = await genus('Двойник')
    const wrong = await plant(own, 'ошибочный', [roses])
    const right = await plant(own, 'верный')
    const tied = await list('Двойник', 'ошибочный', roses)
    const kept = await list('ДВОЙНИК', 'верный')
    expect((await rowOf(tied.id))?.drawnMediaKey).not.toBe((await rowOf(kept.id))?.drawnMediaKey)
    const merge = (id: number, into: number, userId = staff) => send(`species/${id}/merge/`, { into, reason }, userId)
    expect((await send(`species/${wrong.id}/merge/`, { into: right.id })).body.fields).toHaveProperty('reason')
    expect((await merge(wrong.id, wrong.id)).body.fields).toHaveProperty('into')
    expect((await merge(wrong.id, 999_999)).body.fields).toHaveProperty('into')
    expect((await merge(999_999, right.id)).status).toBe(404)
    const answers = await Promise.all([merge(wrong.id, right.id), merge(wrong.id, right.id, other)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      is_hidden: true,
      merged_into: { id: right.id, name: 'Двойник верный' },
      listings_count: 0,
    })
    expect(await lastAction()).toMatchObject({ action: 'merge', subject: 'species', reason })
    expect(await rowOf(tied.id)).toMatchObject({ plantId: right.id, name: 'Двойник верный', isActive: true })
    // Products of the remaining plant keep their supplier's spelling.
    expect(await rowOf(kept.id)).toMatchObject({ genus: 'ДВОЙНИК' })
    // After drawing, their pictures show the remaining plant.
    await draw()
    expect((await rowOf(tied.id))?.drawnMediaKey).toBe((await rowOf(kept.id))?.drawnMediaKey)
    expect(await offered('varieties/?genus__name=Двойник')).toEqual(['верный'])
    expect(await list('двойник', 'Ошибочный', roses)).toMatchObject({ is_active: true, latin_name: 'Genus верный' })
    for (const body of [{ into: right.id, reason }])
      expect((await send(`species/${wrong.id}/merge/`, body)).status).toBe(409)
    const form = { latin_name: 'X', synonyms: '', categories: [conifers] }
    expect((await send(`species/${wrong.id}/edit/`, { ...form, was: 'ошибочный', name: 'иной' })).status).toBe(409)
    expect((await send(`species/${wrong.id}/restore/`)).status).toBe(409)

    // If the merged entry's name is the better one, the two swap names.
    const renamed = await send(`species/${right.id}/edit/`, { ...form, was: 'верный', name: 'ошибочный' })
    expect([renamed.status, renamed.body.name]).toEqual([200, 'ошибочный'])
    expect(await rowOf(tied.id)).toMatchObject({ name: 'Двойник ошибочный', latinName: 'X' })
    expect((await list('Двойник', 'верный')).latin_name).toBe('X')

    // After another merge, both former names lead to the last entry.
    const last = await plant(await genus('Тройник'), 'последний')
    expect((await merge(right.id, last.id)).status).toBe(200)
    for (const name of ['ошибочный', 'верный']) expect((await list('Двойник', name)).latin_name).toBe('Genus последний')
    expect(await rowOf(kept.id)).toMatchObject({ name: 'Тройник последний' })
  })

  it('is refused into a hidden one', async () => {
    const own = await genus()
    const [one, two] = [await plant(own, 'один'), await plant(own, 'два')]
    await send(`species/${two.id}/hide/`, { reason })
    expect((await send(`species/${one.id}/merge/`, { into: two.id, reason })).body.fields).toHaveProperty('into')
    const elsewhere = await genus()
    const there = await plant(elsewhere, 'три')
    await send(`genera/${elsewhere.id}/hide/`, { reason })
    expect((await send(`species/${one.id}/merge/`, { into: there.id, reason })).body.fields).toHaveProperty('into')
  })
})

describe('merging genera', () => {
  it('responds before anything is drawn if there are many products, and draws each view once', async () => {
    const { db } = server.database
    await draw()
    const [from, to] = [await genus('Старорос'), await genus('Новорос')]
    const gone = await plant(from, 'общий')
    const stays = await plant(to, 'общий')
    const { id: companyId } = await makeCompany(db)
    const heights = [500, 1000, 1500]
    const made = []
    for (let n = 0; n < 60; n++) {
      made.push(await makeProduct(db, { companyId, plantId: gone.id, heightFromMm: heights[n % 3] ?? null }))
    }
    const ids = made.map(({ id }) => id)
    const rows = () => db.select().from(products).where(inArray(products.id, ids)).orderBy(products.id)
    const before = (await rows()).map(row => row.drawnMediaKey)

    const encode = vi.spyOn(server.media, 'encodePicture')
    onTestFinished(() => encode.mockRestore())
    expect((await send(`genera/${from.id}/merge/`, { into: to.id, reason })).status).toBe(200)
    expect(encode).not.toHaveBeenCalled()
    expect((await rows()).map(row => row.drawnMediaKey)).toEqual(before)
    const jobs = await jobsOf(db, linkedDrawing)
    expect(jobs).toHaveLength(heights.length)

    // Changed before it was drawn: it has another view, so the drawing does not apply to it.
    const [changed] = made
    await db
      .update(products)
      .set({ heightFromMm: 700 })
      .where(eq(products.id, changed?.id ?? 0))
    await draw()
    expect(encode).toHaveBeenCalledTimes(heights.length)
    const drawn = (await rows()).map(row => row.drawnMediaKey)
    expect(drawn[0]).toBe(before[0])
    expect(new Set(drawn.slice(1)).size).toBe(heights.length)
    for (const [index, key] of drawn.entries()) if (index > 3) expect(key).toBe(drawn[(index % 3) + 3])
    for (const key of drawn.slice(1)) expect(before).not.toContain(key)

    // A repeated job neither draws nor changes anything; a view that no product has is not drawn.
    await db.transaction(tx =>
      linkedDrawing.send(
        tx,
        jobs.map(({ data }) => ({ data: data as View })),
      ),
    )
    await db.transaction(tx =>
      linkedDrawing.send(tx, [{ data: { plantId: stays.id, heightFromMm: 42, heightToMm: null, potMm: null } }]),
    )
    await draw()
    expect(encode).toHaveBeenCalledTimes(heights.length)
    expect((await rows()).map(row => row.drawnMediaKey)).toEqual(drawn)
  })

  it('moves the plants; those with the same name are merged', async () => {
    const { db } = server.database
    const from = await genus('Магонник')
    const to = await genus('Барбарисник')
    const twin = await plant(from, 'Падуболистный')
    const stays = await plant(to, 'падуболистный')
    const moves = await plant(from, 'ползучий')
    await send(`species/${stays.id}/hide/`, { reason })
    const linked = {
      twin: await list('Магонник', 'падуболистный'),
      moves: await list('Магонник', 'ползучий'),
    }
    expect((await send(`genera/${from.id}/merge/`, { into: from.id, reason })).body.fields).toHaveProperty('into')
    const { status, body } = await send(`genera/${from.id}/merge/`, { into: to.id, reason })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ is_hidden: true, merged_into: { id: to.id, name: 'Барбарисник' }, species_count: 0 }),
    ])
    expect(await rowOf(linked.twin.id)).toMatchObject({ plantId: stays.id, name: 'Барбарисник падуболистный' })
    expect(await rowOf(linked.moves.id)).toMatchObject({ plantId: moves.id, name: 'Барбарисник ползучий' })
    await draw()
    expect((await rowOf(linked.twin.id))?.drawnMediaKey).toBe(
      (await rowOf((await list('Барбарисник', 'падуболистный')).id))?.drawnMediaKey,
    )
    const after = await get(`genera/${to.id}/`)
    // Categories of the one name are added to the other.
    expect(names(after.species)).toEqual(['падуболистный', 'ползучий'])
    expect(after.species.map((row: any) => row.is_hidden)).toEqual([false, false])
    const [gone] = await db.select().from(plants).where(eq(plants.id, twin.id))
    expect(gone).toMatchObject({ isHidden: true, mergedIntoId: stays.id })
    expect(await offered('genus/')).not.toContain('Магонник')
    for (const name of ['Падуболистный', 'ползучий']) {
      expect((await list('магонник', name)).is_active).toBe(true)
      expect((await list('Барбарисник', name)).is_active).toBe(true)
    }
    expect((await send(`genera/${from.id}/merge/`, { into: to.id, reason })).status).toBe(409)
    expect((await send(`genera/${to.id}/merge/`, { into: from.id, reason })).body.fields).toHaveProperty('into')
    const next = await genus('Падубник')
    await send(`genera/${to.id}/merge/`, { into: next.id, reason })
    expect((await list('Магонник', 'ползучий')).is_active).toBe(true)
    expect(await rowOf(linked.moves.id)).toMatchObject({ name: 'Падубник ползучий' })
    // The name of the merged genus can be taken if it is the better one.
    const form = { was: 'Падубник', name: 'Магонник', latin_name: 'Mahonia', family: '' }
    expect((await send(`genera/${next.id}/edit/`, form)).status).toBe(200)
    expect((await list('Падубник', 'ползучий')).is_active).toBe(true)
    expect(await rowOf(linked.moves.id)).toMatchObject({ name: 'Магонник ползучий' })
  })

  it('restores a plant that had been merged into one that is deleted', async () => {
    const { db } = server.database
    const from = await genus()
    const to = await genus()
    const going = await plant(from, 'круговой')
    const merged = await plant(to, 'круговой')
    await send(`species/${merged.id}/merge/`, { into: going.id, reason })
    const linked = await list(from.name, 'круговой')
    expect((await send(`genera/${from.id}/merge/`, { into: to.id, reason })).status).toBe(200)
    expect(await rowOf(linked.id)).toMatchObject({ plantId: merged.id, name: `${to.name} круговой` })
    const [row] = await db.select().from(plants).where(eq(plants.id, merged.id))
    expect(row).toMatchObject({ isHidden: false, mergedIntoId: null })
    expect((await list(to.name, 'круговой')).is_active).toBe(true)
    expect((await list(from.name, 'круговой')).is_active).toBe(true)
  })
})

describe('hiding', () => {
  it('removes an entry from the lists; products linked to it stay as they are', async () => {
    const own = await genus('Прятка')
    const { id } = await plant(own, 'тихая')
    const linked = await list('Прятка', 'тихая')
    for (const [path, name, where] of [
      [`species/${id}/`, 'тихая', 'varieties/?genus__name=Прятка'],
      [`genera/${own.id}/`, 'Прятка', 'genus/?category__name=Хвойные растения'],
    ] as const) {
      expect(await offered(where)).toContain(name)
      expect((await send(`${path}hide/`, {})).body.fields).toHaveProperty('reason')
      const answers = await Promise.all([send(`${path}hide/`, { reason }), send(`${path}hide/`, { reason }, other)])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(await offered(where)).not.toContain(name)
      expect((await list('Прятка', 'тихая')).is_active).toBe(false)
      expect((await server.get(`/api/products${linked.get_absolute_url}`)).status).toBe(200)
      expect((await send(`${path}restore/`)).body).toMatchObject({ is_hidden: false })
      expect((await send(`${path}restore/`)).status).toBe(409)
      expect(await offered(where)).toContain(name)
    }
    expect(await rowOf(linked.id)).toMatchObject({ isActive: true, plantId: id })
    const [seeded] = await server.database.db
      .select()
      .from(genera)
      .where(and(eq(genera.id, own.id)))
    expect(seeded?.editedAt).not.toBeNull()
  })
})

it('a product saved while its plant is being merged is linked to the remaining one', async () => {
  const own = await genus('Гонка')
  const [wrong, right] = [await plant(own, 'левая'), await plant(own, 'правая')]
  const [, ...linked] = await Promise.all([
    send(`species/${wrong.id}/merge/`, { into: right.id, reason }),
    ...Array.from({ length: 6 }, () => list('Гонка', 'левая')),
  ])
  for (const { id } of linked) expect(await rowOf(id)).toMatchObject({ plantId: right.id })
  const announced = await server.database.db
    .select()
    .from(posts)
    .where(
      inArray(
        posts.productId,
        linked.map(({ id }) => id),
      ),
    )
  expect(announced).toHaveLength(6)
})

it('categories can be renamed and keep their addresses', async () => {
  const all = await get('categories/')
  const roses = all.find((row: any) => row.slug === 'rozy')
  expect(roses.listings_count).toEqual(expect.any(Number))
  const rename = (body: object) => send(`categories/${roses.id}/edit/`, { was: roses.name, ...body })
  expect((await rename({ name: 'ЗЛАКИ и декоративные травы' })).status).toBe(200)
  expect((await rename({ name: 'Иначе' })).status).toBe(409)
  const again = { was: 'ЗЛАКИ и декоративные травы', name: 'хвойные растения' }
  expect((await send(`categories/${roses.id}/edit/`, again)).body.fields).toMatchObject({ name: [{ code: 'unique' }] })
  expect((await send('categories/999999/edit/', { was: 'x', name: 'y' })).status).toBe(404)
  expect((await server.get('/api/products/rozy/')).body.category.name).toBe('ЗЛАКИ и декоративные травы')
  expect(await lastAction()).toMatchObject({ action: 'rename', subject: 'category' })
})
