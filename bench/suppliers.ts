import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import sharp from 'sharp'
import type { AnswerOf } from '#contract/calls.ts'
import { pictureWidths } from '#contract/media.ts'
import { hashPassword } from '#server/domains/accounts/passwords/passwords.ts'
import { ask, load, median, quantile } from './load.ts'
import { contentHeaders } from './protocol.ts'
import type { BenchServer } from './server-process.ts'

const supplier = { email: 'grower1@bench.test', password: 'растение под снегом', products: 5000 }
const secondsOfLoad = 3
const rounds = 3
const saves = 7
const visited = '/visit'

/** A measured action of suppliers, with a lower bound for comparison. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** The reference, measured in the same run. */
  against: string
  reference: number
  /** `value / reference`. */
  ratio: number
}

const figure = (name: string, value: number, unit: string, against: string, reference: number): Figure => ({
  name,
  value,
  unit,
  against,
  reference,
  ratio: value / reference,
})

async function post<T>(url: string, body: object | FormData, headers: Record<string, string> = {}): Promise<T> {
  const isForm = body instanceof FormData
  const response = await fetch(url, {
    method: 'POST',
    headers: isForm ? headers : { 'content-type': 'application/json', ...headers },
    body: isForm ? body : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json() as Promise<T>
}

/** Password hashes per second without other work, with the server's concurrency. */
async function hashesPerSecond(): Promise<number> {
  const count = 60
  const started = performance.now()
  await Promise.all(Array.from({ length: count }, (_, n) => hashPassword(`пароль ${n}`)))
  return (count * 1000) / (performance.now() - started)
}

/** Milliseconds of occasional requests by a visitor. */
async function visits(server: BenchServer, seconds: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    times.push((await ask(server.bareUrl, { path: visited })).milliseconds)
    await sleep(3)
  }
  return times
}

async function signIns(server: BenchServer): Promise<Figure[]> {
  const { email, password } = supplier
  const perSecond: number[] = []
  const alone: number[] = []
  const beside: number[] = []
  const hashes: number[] = []
  for (let round = 0; round < rounds; round++) {
    hashes.push(await hashesPerSecond())
    alone.push(...(await visits(server, secondsOfLoad)))
    const [signedIn, times] = await Promise.all([
      load(server.url, { path: '/api/login/', body: { email, password } }, 8, secondsOfLoad),
      visits(server, secondsOfLoad),
    ])
    perSecond.push(signedIn.perSecond)
    beside.push(...times)
  }
  return [
    figure('sign-ins', median(perSecond), '/s', 'password hashes alone', median(hashes)),
    figure('a visit beside sign-ins, p50', median(beside), 'ms', 'the visit alone', median(alone)),
    figure('a visit beside sign-ins, p97.5', quantile(beside, 0.975), 'ms', 'the visit alone', quantile(alone, 0.975)),
  ]
}

/** A photo like a phone's: 12 megapixels, detail everywhere, a few megabytes. */
async function phonePhoto(n: number): Promise<Buffer> {
  const noise = sharp(randomBytes(400 * 300 * 3), { raw: { width: 400, height: 300, channels: 3 } })
  const texture = await noise
    .resize(4000, 3000, { kernel: 'cubic' })
    .modulate({ hue: n * 90 })
    .raw()
    .toBuffer()
  return sharp(texture, { raw: { width: 4000, height: 3000, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer()
}

/** The minimum work for photos: decoding and encoding in every width, with the server's concurrency. */
async function resizeAlone(photos: Buffer[]): Promise<void> {
  const decoding = pLimit(Math.max(1, availableParallelism() - 1))
  await Promise.all(
    photos.map(photo =>
      decoding(async () => {
        const { data, info } = await sharp(photo)
          .resize({ width: Math.max(...pictureWidths) })
          .raw()
          .toBuffer({ resolveWithObject: true })
        const raw = { width: info.width, height: info.height, channels: info.channels }
        await Promise.all(
          pictureWidths.map(width =>
            sharp(data, { raw }).resize({ width }).webp({ quality: 80, effort: 2 }).toBuffer(),
          ),
        )
      }),
    ),
  )
}

async function savingPlants(server: BenchServer, headers: Record<string, string>): Promise<Figure[]> {
  const photos = await Promise.all([0, 1, 2].map(phonePhoto))
  const categories = (await (
    await fetch(`${server.url}/api/products/categories/`)
  ).json()) as AnswerOf<'GET /products/categories/'>
  async function save(n: number): Promise<void> {
    const form = new FormData()
    form.set('category', String(categories[0]?.id))
    form.set('genus', 'Туя')
    form.set('species', `западная ${n}`)
    // Different files each time, as the server would recognise pictures it already has.
    for (const [index, photo] of photos.entries()) {
      const differing = await sharp(photo)
        .modulate({ brightness: 1 + n / 100 })
        .jpeg({ quality: 88 })
        .toBuffer()
      form.append('images', new Blob([new Uint8Array(differing)]), `photo-${index}.jpg`)
    }
    const started = performance.now()
    await post(`${server.url}/api/products/create/`, form, headers)
    times.push(performance.now() - started)
  }
  const times: number[] = []
  const bare: number[] = []
  for (let n = 0; n < saves; n++) {
    await save(n)
    const started = performance.now()
    await resizeAlone(photos)
    bare.push(performance.now() - started)
  }
  const alone = await visits(server, secondsOfLoad)
  const [beside] = await Promise.all([visits(server, secondsOfLoad), save(saves), save(saves + 1)])
  return [
    figure('saving a plant with three 12-megapixel photos', median(times), 'ms', 'resizing them alone', median(bare)),
    figure(
      'a visit beside two such saves, p97.5',
      quantile(beside, 0.975),
      'ms',
      'the visit alone',
      quantile(alone, 0.975),
    ),
  ]
}

async function ownProducts(server: BenchServer, headers: Record<string, string>): Promise<Figure[]> {
  const path = '/api/products/my_products/'
  const { headers: answered, body } = await ask(server.url, { path, headers })
  const content = contentHeaders.flatMap(name => (answered[name] ? [[name, String(answered[name])]] : []))
  await server.keepConstant({ name: 'own', headers: Object.fromEntries(content), body: body.toString('base64') })
  const times: number[] = []
  const constant: number[] = []
  for (let n = 0; n < 20; n++) {
    times.push((await ask(server.url, { path, headers })).milliseconds)
    constant.push((await ask(server.bareUrl, { path: '/own' })).milliseconds)
  }
  const name = `my_products with ${supplier.products} rows (${Math.round(body.length / 1024)} kB on the wire)`
  return [figure(name, median(times), 'ms', 'a constant answer of the same bytes', median(constant))]
}

/** Measures suppliers' actions on a server with enough products. */
export async function measureSuppliers(server: BenchServer, say: (message: string) => void): Promise<Figure[]> {
  await server.makeSupplier(supplier)
  await server.keepConstant({
    name: 'visit',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ padding: 'x'.repeat(1000) })).toString('base64'),
  })
  say('signing in')
  const signingIn = await signIns(server)
  const { access } = await post<AnswerOf<'POST /login/'>>(`${server.url}/api/login/`, supplier)
  const headers = { authorization: `Bearer ${access}` }
  say('my_products')
  const own = await ownProducts(server, headers)
  say('saving plants')
  return [...signingIn, ...own, ...(await savingPlants(server, headers))]
}

export function asLines(figures: Figure[]): string {
  const lines = figures.map(({ name, value, unit, against, reference, ratio }) => {
    const digits = value < 10 ? 2 : 0
    return `${name}: ${value.toFixed(digits)} ${unit}; ${against}: ${reference.toFixed(digits)} ${unit}; ratio ${ratio.toFixed(2)}`
  })
  return ['', 'Suppliers:', ...lines].join('\n')
}
