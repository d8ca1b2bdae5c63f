import { eq } from 'drizzle-orm'
import type { calls } from '#contract/calls.ts'
import { genera, plants } from '#server/domains/plants/plants.tables.ts'
import { confirmTokens } from '#server/domains/products/freshness/confirm-tokens.ts'
import { lookups } from '#server/domains/reference/lookups.tables.ts'
import { unsubscribeTokens } from '#server/domains/saved-searches/unsubscribe-tokens.ts'
import { unsubscribeLinks } from '#server/domains/telling/unsubscribe-links.ts'
import { as, keyTo, login, type Member, newEmail, newMember, password, signUp } from './accounts.ts'
import { staffEmail, type TestServer } from './app.ts'
import { categoryId, makeArticle, makeCompany, makeFriends, makePerson, makeProduct, placeId } from './factories.ts'
import { pdf } from './files.ts'
import { formOf, pictureFile, upload } from './pictures.ts'
import { subscriptionJson } from './push-service.ts'
import { appCode, freshCode, secure } from './second-factor.ts'
import { dayIn, firm, makeOffer, makeProject, person, plantOf, trading } from './trade.ts'

/** One valid call: who makes it, where and with what. */
export interface Example {
  /** The path with its parameters and query; by default the call's own. */
  path?: string
  body?: unknown
  who?: string
  /** Another Authorization header than that of `who`. */
  authorization?: string
}
export type CallName = keyof typeof calls
/** Each makes what its call needs, once more whenever it is asked. */
export type Examples = Record<CallName, () => Promise<Example> | Example>

const lime = 'Tilia cordata'
const lorry = {
  name: 'Газель',
  payload_kg: 1500,
  volume_m3: 12,
  length_m: 4,
  price_per_km: 40,
  price_min: 5000,
  with_crane: false,
}
const secret = 'a secret for tests only, long enough'
const priceList = () => formOf({ file: new File(['Растение;Цена\nЛипа мелколистная;5000\n'], 'прайс.csv') })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** An example of every call. `work` does the jobs that read and apply price lists. */
export async function exampleCalls(server: TestServer, work: () => Promise<void>): Promise<Examples> {
  const { db } = server.database
  const staff = (await makePerson(db, { email: staffEmail })).id
  const buyer = await makePerson(db)
  const creator = await makePerson(db)
  const employee = await makePerson(db)
  const company = await makeCompany(db, { creatorId: creator.id, employees: [employee.id] })
  const offer = await makeOffer(db, company.id, lime)
  const category = await categoryId(db, 'listvennye-derevya')
  const plant = await plantOf(db, lime)
  const unsold = await plantOf(db, 'Quercus robur')
  const article = await makeArticle(db)
  const act = trading(server)

  async function send(method: 'POST' | 'PATCH' | 'DELETE', path: string, body: unknown, who?: string) {
    const answer = await server.send(method, `/api/${path}`, body, who)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  const post = (path: string, body: unknown, who: string = buyer.id) => send('POST', path, body, who)
  const get = async (path: string, who: string) => (await server.get(`/api/${path}`, who)).body
  const ofMember = ({ access }: Member): Pick<Example, 'authorization'> => ({ authorization: `Bearer ${access}` })

  const make = {
    post: (who = buyer.id) =>
      post('posts/create/', { body: 'Какая липа растёт быстрее?' }, who).then(made => made.id as string),
    comment: async () => {
      const id = await make.post()
      const { id: comment } = await post(`posts/${id}/comment/`, { body: 'Мелколистная' })
      return { id, comment: comment as string }
    },
    reported: async () => {
      const id = await make.post()
      await post(`posts/${id}/report/`, undefined, creator.id)
      return id
    },
    product: async (more: object = {}) =>
      makeProduct(db, { companyId: company.id, category: 'listvennye-derevya', ...more }),
    waiting: async () => {
      const { id } = await make.product({
        isApproved: false,
        genus: 'Щефблямка',
        species: `новая ${letters(++numbers)}`,
      })
      const { results } = await get('staff/listings/?tab=waiting&page_size=50', staff)
      const listing = results.find((one: { id: number }) => one.id === id)
      return { id, body: { updated_at: listing.updated_at, state: listing.state } }
    },
    message: async () => {
      const { id, other } = await make.conversation()
      return { id, message: (await post(`chat/${id}/send/`, { body: 'Грубость' }, other)).id as string }
    },
    complaint: async () => {
      const { id, comment } = await make.comment()
      await post(`posts/${id}/comments/${comment}/report/`, { reason: 'insult' }, creator.id)
      return comment
    },
    decision: async () => {
      const id = await make.post()
      await post(`staff/reports/${id}/hide/`, { reason: 'Реклама', rule: 'spam' }, staff)
      const { results } = await get('decisions/', buyer.id)
      return results[0].id as string
    },
    appeal: async () => {
      const id = await make.decision()
      await post(`decisions/${id}/appeal/`, { text: 'Это не реклама' })
      return id
    },
    project: () => makeProject(db, buyer.id, [lime]),
    /** Its place is known, and what is chosen. */
    placed: async () => {
      const { id } = await makeProject(db, buyer.id, [lime])
      await send('PATCH', `projects/${id}/`, { place: await placeId(db, 'Тверь') }, buyer.id)
      await post(`projects/${id}/choose/`, { strategy: 'cheapest' })
      return id as string
    },
    share: async () => {
      const { id, lines } = await make.project()
      const { token } = await post(`projects/${id}/share/`, { kind: 'client', markup_percent: 20 })
      return { id, token: token as string, line: lines[0]?.id }
    },
    request: async () => act.ask(buyer.id, (await make.project()).id, [company.id]),
    quote: async () => {
      const request = await make.request()
      return { request, quote: await act.quote(creator.id, request, { 0: 5000 }) }
    },
    deal: async (...steps: ('confirm' | 'hand_over' | 'receive')[]) => {
      const { request, quote } = await make.quote()
      const [deal] = await act.award(buyer.id, request, [[0, quote]])
      for (const step of steps) await act.act(step === 'receive' ? buyer.id : creator.id, deal, step)
      return deal
    },
    claim: async () => {
      const deal = await make.deal('confirm', 'hand_over', 'receive')
      const body = { line: deal.lines[0]?.line, quantity: 1, reason: 'dead', text: '' }
      return (await post(`deals/${deal.id}/claims/`, body)).id as string
    },
    answeredClaim: async () => {
      const id = await make.claim()
      await post(`claims/${id}/answer/`, { kind: 'replace', text: 'Привезём' }, creator.id)
      return id
    },
    review: async () => {
      const deal = await make.deal('confirm', 'hand_over', 'receive')
      await act.review(buyer.id, deal, 4)
      const { results } = await get(`teams/${company.id}/reviews/`, buyer.id)
      return { deal, id: results[0].id as string }
    },
    reportedReview: async () => {
      const { id } = await make.review()
      await post(`reviews/${id}/report/`, { part: 'review' }, creator.id)
      return id
    },
    conversation: async () => {
      const other = await makePerson(db)
      return { other: other.id, id: (await get(`chat/${other.id}/get-or-create/`, buyer.id)).id as string }
    },
    search: () =>
      post('saved-searches/', { name: 'Липы', query: `search=липа&price_to=${1000 + ++numbers}`, every: 'never' }),
    /** A price list of a company of its own, which reads one at a time. */
    list: async () => {
      const who = (await makeCompany(db)).creatorId
      return { who, id: (await post('price-lists/', priceList(), who)).id as string }
    },
    genus: async () => {
      const n = letters(++numbers)
      const form = { name: `Выдумка${n}`, latin_name: `Inventa${n}`, family: 'Выдуманные' }
      await post('staff/directory/genera/', form, staff)
      const [row] = await db.select().from(genera).where(eq(genera.name, form.name))
      return { id: row?.id ?? 0, form }
    },
    species: async () => {
      const genus = await make.genus()
      const form = {
        name: `обыкновенная ${letters(numbers)}`,
        latin_name: `${genus.form.latin_name} vulgaris`,
        synonyms: '',
        categories: [category],
      }
      await post('staff/directory/species/', { ...form, genus: genus.id }, staff)
      const [row] = await db.select().from(plants).where(eq(plants.genusId, genus.id))
      return { id: row?.id ?? 0, form }
    },
    lookup: async () => {
      const form = { kind: 'crown_shape', name: `Крона ${letters(++numbers)}`, description: '' }
      await post('staff/lookups/', form, staff)
      const [row] = await db.select().from(lookups).where(eq(lookups.name, form.name))
      return { id: row?.id ?? 0, form }
    },
    article: async () => {
      const form = {
        name: `Статья ${letters(++numbers)}`,
        summary: 'Кратко',
        author: 'Агроном',
        sections: [{ name: 'Начало', text: 'Текст.', picture: '', picture_alt: '' }],
      }
      const made = await post('staff/publications/', form, staff)
      return { id: made.id as number, version: made.version as number, form }
    },
    /** Somebody whom a moderator has blocked, who can prove who they are, and the decision. */
    blocked: async () => {
      const { email, id } = await newMember(server)
      await post(`staff/people/${id}/block/`, { reason }, staff)
      const given = { email, password }
      const { body } = await server.send('POST', '/api/blocked/decisions/', given)
      return { given, decision: body[0].id }
    },
    secured: async () => secure(server, await newMember(server)),
    was: ({ name, inn, country }: { name: string; inn: string; country: string }) => ({
      company_name: name,
      team_zipcode: inn,
      team_country: country,
    }),
  }
  let numbers = 0
  /** A number in letters, for names that may have no digits. */
  function letters(n: number): string {
    return [...String(n)].map(digit => 'абвгдежзик'[Number(digit)]).join('')
  }
  const latin = (text: string) => text.replace(/[а-к]/g, letter => 'abcdefghij'['абвгдежзик'.indexOf(letter)] ?? 'x')
  const pathOf = ({ slug }: { slug: string }) => `products/listvennye-derevya/${slug}`
  const mine = (path?: string): Example => ({ who: buyer.id, ...(path ? { path } : {}) })
  const ours = (path?: string, body?: unknown): Example => ({ who: creator.id, ...(path ? { path } : {}), body })
  const moderators = (path?: string, body?: unknown): Example => ({ who: staff, ...(path ? { path } : {}), body })
  const reason = 'Так надо'

  const examples: Examples = {
    'POST /signup/': () => ({ body: { email: newEmail(), name: 'Анна', password1: password, password2: password } }),
    'POST /activation/': async () => {
      const email = newEmail()
      await signUp(server, { email })
      return { body: { token: await keyTo(server, email) } }
    },
    'POST /activation/renew/': async () => {
      const email = newEmail()
      await signUp(server, { email })
      return { body: { token: await keyTo(server, email) } }
    },
    'POST /login/': async () => ({ body: { email: (await newMember(server)).email, password } }),
    'POST /refresh/': async () => ({ body: { refresh: (await newMember(server)).refresh } }),
    'POST /logout/': async () => ({ body: { refresh: (await newMember(server)).refresh } }),
    'POST /password-reset/': async () => ({ body: { email: (await newMember(server)).email } }),
    'POST /password-reset/confirm/': async () => {
      const { email } = await newMember(server)
      await server.send('POST', '/api/password-reset/', { email })
      return {
        body: { token: await keyTo(server, email), new_password1: 'another kedr 5', new_password2: 'another kedr 5' },
      }
    },
    'POST /email-change/undo/': async () => {
      const member = await newMember(server)
      await as(server, member.access, 'POST', '/api/editprofile/', { name: 'Анна', email: newEmail() })
      return { body: { token: await keyTo(server, member.email) } }
    },
    'GET /me/': () => mine(),
    'POST /editprofile/': async () => {
      const person = await makePerson(db)
      return { who: person.id, body: { name: 'Новое имя', email: person.email } }
    },
    'POST /editpassword/': async () => ({
      ...ofMember(await newMember(server)),
      body: { old_password: password, new_password1: 'another kedr 5', new_password2: 'another kedr 5' },
    }),
    'POST /me/delete/': async () => ({ ...ofMember(await newMember(server)), body: { password } }),
    'GET /teams/api-keys/': () => ours(),
    'POST /teams/api-keys/': async () => ({ who: (await makeCompany(db)).creatorId, body: { name: 'Склад' } }),
    'DELETE /teams/api-keys/:id/': async () => {
      const who = (await makeCompany(db)).creatorId
      await post('teams/api-keys/', { name: 'Склад' }, who)
      const [key] = await get('teams/api-keys/', who)
      return { who, path: `teams/api-keys/${key.id}/` }
    },
    'POST /posts/:id/comments/:comment/report/': async () => {
      const { id, comment } = await make.comment()
      return {
        path: `posts/${id}/comments/${comment}/report/`,
        who: creator.id,
        body: { reason: 'insult', text: 'Грубо' },
      }
    },
    'POST /people/:id/report/': async () => ({
      ...mine(`people/${(await makePerson(db)).id}/report/`),
      body: { reason: 'fraud', text: '' },
    }),
    'POST /chat/:id/messages/:message/report/': async () => {
      const { id, message } = await make.message()
      return { ...mine(`chat/${id}/messages/${message}/report/`), body: { reason: 'insult', text: '' } }
    },
    'POST /products/:category_slug/:product_slug/report/': async () => ({
      ...mine(`products/listvennye-derevya/${(await make.product()).slug}/report/`),
      body: { reason: 'wrong_plant', text: 'Это клён' },
    }),
    'POST /teams/:id/report/': () => ({ ...mine(`teams/${company.id}/report/`), body: { reason: 'fraud', text: '' } }),
    'GET /decisions/': async () => {
      await make.decision()
      return mine()
    },
    'POST /decisions/:id/appeal/': async () => ({
      ...mine(`decisions/${await make.decision()}/appeal/`),
      body: { text: 'Это не реклама' },
    }),
    'GET /staff/complaints/': async () => {
      await make.complaint()
      return { who: staff }
    },
    'POST /staff/complaints/:kind/:id/dismiss/': async () => ({
      who: staff,
      path: `staff/complaints/comment/${await make.complaint()}/dismiss/`,
    }),
    'POST /staff/complaints/:kind/:id/remove/': async () => ({
      who: staff,
      path: `staff/complaints/comment/${await make.complaint()}/remove/`,
      body: { reason: 'Грубо', rule: 'insult' },
    }),
    'GET /staff/appeals/': async () => {
      await make.appeal()
      return { who: staff }
    },
    'POST /staff/appeals/:id/judge/': async () => ({
      who: staff,
      path: `staff/appeals/${await make.appeal()}/judge/`,
      body: { outcome: 'taken_back', reason: 'Согласен' },
    }),
    'GET /notification-settings/': () => mine(),
    'PATCH /notification-settings/': () => ({
      ...mine(),
      body: { kinds: { likes: { push: false } }, quiet: { from: '22:00', to: '08:00' }, digest: 'weekly' },
    }),
    'POST /notification-settings/unsubscribe/:token/': () => ({
      path: new URL(unsubscribeLinks(secret, 'http://dendro.test').url(buyer.id, 'deals')).pathname.slice(
        '/api/'.length,
      ),
    }),
    'GET /push/key/': () => mine(),
    'POST /push/subscriptions/': () => ({ ...mine(), body: subscriptionJson(`http://127.0.0.1:9/${++numbers}`) }),
    'DELETE /push/subscriptions/': () => ({ ...mine(), body: { endpoint: 'http://127.0.0.1:9/none' } }),
    'GET /chat/': () => mine(),
    'GET /chat/:id/': async () => mine(`chat/${(await make.conversation()).id}/`),
    'GET /chat/:id/get-or-create/': async () => mine(`chat/${(await makePerson(db)).id}/get-or-create/`),
    'POST /chat/about/': async () => ({
      who: (await makePerson(db)).id,
      body: { kind: 'product', id: offer.product.id },
    }),
    'POST /chat/:id/read/': async () => {
      const { id, other } = await make.conversation()
      await post(`chat/${id}/send/`, { body: 'Здравствуйте' }, other)
      return mine(`chat/${id}/read/`)
    },
    'GET /chat/search/': async () => {
      const { id } = await make.conversation()
      await post(`chat/${id}/send/`, { body: 'Найдётся ли здесь липа' })
      return mine('chat/search/?q=липы')
    },
    'POST /chat/:id/typing/': async () => mine(`chat/${(await make.conversation()).id}/typing/`),
    'DELETE /chat/:id/messages/:message/': async () => {
      const { id } = await make.conversation()
      const { id: message } = await post(`chat/${id}/send/`, { body: 'Не туда' })
      return mine(`chat/${id}/messages/${message}/`)
    },
    'POST /chat/:id/send/': async () => ({
      ...mine(`chat/${(await make.conversation()).id}/send/`),
      body: { body: 'Привет' },
    }),
    'GET /teams/teams_list/': () => ({}),
    'GET /teams/get_current_team/:id/': () => ({ path: `teams/get_current_team/${company.id}/` }),
    'GET /teams/at/:slug/': async () => {
      const { id, creatorId } = await makeCompany(db)
      const slug = `pitomnik-${id}`
      await server.send('PATCH', `/api/teams/${id}/`, { slug }, creatorId)
      return { path: `teams/at/${slug}/` }
    },
    'POST /blocked/decisions/': async () => ({ body: (await make.blocked()).given }),
    'POST /blocked/appeal/': async () => {
      const { given, decision } = await make.blocked()
      return { body: { ...given, decision, text: 'Это недоразумение' } }
    },
    'GET /teams/invitations/': () => ours(),
    'POST /teams/invitations/': async () => ({
      who: (await makeCompany(db)).creatorId,
      body: { email: `novyy${++numbers}@mail.test` },
    }),
    'DELETE /teams/invitations/:id/': async () => {
      const { creatorId: who } = await makeCompany(db)
      const { id } = await post('teams/invitations/', { email: `novyy${++numbers}@mail.test` }, who)
      return { who, path: `teams/invitations/${id}/` }
    },
    'POST /teams/invitations/view/': async () => {
      const email = `novyy${++numbers}@mail.test`
      await post('teams/invitations/', { email }, (await makeCompany(db)).creatorId)
      return { body: { token: await keyTo(server, email) } }
    },
    'POST /teams/invitations/accept/': async () => {
      const person = await newMember(server)
      await post('teams/invitations/', { email: person.email }, (await makeCompany(db)).creatorId)
      return { who: person.id, body: { token: await keyTo(server, person.email) } }
    },
    'GET /teams/:id/on_map/': () => ({ path: `teams/${company.id}/on_map/` }),
    'GET /teams/:id/posts/': () => ours(`teams/${company.id}/posts/`),
    'GET /teams/specifics/': () => ({}),
    'GET /teams/cities/': () => ({}),
    'GET /teams/deliveries/': () => ({}),
    'GET /teams/get_my_team/': () => ours(),
    'POST /teams/': async () => ({
      who: (await makePerson(db)).id,
      body: {
        company_name: 'Косогор',
        team_zipcode: '7707083893',
        team_phone: '+7 495 000-00-00',
        team_address: 'Поле',
        team_city: 'Москва',
      },
    }),
    'PATCH /teams/:id/': async () => {
      const { id, creatorId } = await makeCompany(db)
      return {
        who: creatorId,
        path: `teams/${id}/`,
        body: { about_team: `О нас ${++numbers}`, slug: `pole-${numbers}` },
      }
    },
    'POST /teams/add_member/': async () => ours(undefined, { email: (await newMember(server)).email }),
    'POST /teams/remove_member/': async () => {
      const worker = await makePerson(db)
      const { creatorId } = await makeCompany(db, { employees: [worker.id] })
      return { who: creatorId, body: { email: worker.email } }
    },
    'PATCH /teams/membership/': async () => ({ who: (await makeCompany(db)).creatorId, body: { shows_email: false } }),
    'POST /teams/leave/': async () => {
      const worker = await makePerson(db)
      await makeCompany(db, { employees: [worker.id] })
      return { who: worker.id }
    },
    'POST /requests/:id/award/': async () => {
      const { request, quote } = await make.quote()
      return {
        ...mine(`requests/${request.id}/award/`),
        body: { choices: [{ line: request.lines[0]?.id, quote: quote.id }] },
      }
    },
    'GET /deals/': () => mine(),
    'GET /teams/:id/requisites/': () => ours(`teams/${company.id}/requisites/`),
    'PUT /teams/:id/requisites/': () => ({ ...ours(`teams/${company.id}/requisites/`), body: firm }),
    'GET /me/requisites/': () => mine('me/requisites/'),
    'PUT /me/requisites/': () => ({ ...mine('me/requisites/'), body: person }),
    'GET /deals/:id/': async () => mine(`deals/${(await make.deal()).id}/`),
    'GET /deals/:id/stop/': async () => ours(`deals/${(await make.deal()).id}/stop/`),
    'POST /deals/:id/confirm/': async () => ours(`deals/${(await make.deal()).id}/confirm/`),
    'POST /deals/:id/hand_over/': async () => ours(`deals/${(await make.deal('confirm')).id}/hand_over/`),
    'POST /deals/:id/receive/': async () => mine(`deals/${(await make.deal('confirm', 'hand_over')).id}/receive/`),
    'POST /deals/:id/claims/': async () => {
      const deal = await make.deal('confirm', 'hand_over', 'receive')
      const body = { line: deal.lines[0]?.line, quantity: 1, reason: 'dead', text: 'Не перезимовала' }
      return { ...mine(`deals/${deal.id}/claims/`), body }
    },
    'GET /claims/:id/': async () => mine(`claims/${await make.claim()}/`),
    'POST /claims/:id/answer/': async () => ({
      ...ours(`claims/${await make.claim()}/answer/`),
      body: { kind: 'refund', amount: 5000, text: '' },
    }),
    'POST /claims/:id/accept/': async () => mine(`claims/${await make.answeredClaim()}/accept/`),
    'POST /claims/:id/withdraw/': async () => mine(`claims/${await make.claim()}/withdraw/`),
    'POST /claims/:id/dispute/': async () => ({
      ...mine(`claims/${await make.answeredClaim()}/dispute/`),
      body: { text: 'Этого мало' },
    }),
    'GET /teams/:id/record/': () => ({ path: `teams/${company.id}/record/` }),
    'POST /deals/:id/cancel/': async () => ({ ...mine(`deals/${(await make.deal()).id}/cancel/`), body: { reason } }),
    'POST /deals/:id/documents/': async () => ({
      ...mine(`deals/${(await make.deal()).id}/documents/`),
      body: formOf({ files: pdf() }),
    }),
    'DELETE /deals/:id/documents/:document/': async () => {
      const deal = await make.deal()
      await post(`deals/${deal.id}/documents/`, formOf({ files: pdf() }))
      const { documents } = await get(`deals/${deal.id}/`, buyer.id)
      return mine(`deals/${deal.id}/documents/${documents[0].id}/`)
    },
    'GET /trade/attention/': () => mine(),
    'GET /friends/suggested/': () => mine(),
    'GET /friends/:id/': () => mine(`friends/${buyer.id}/`),
    'DELETE /friends/:id/': async () => {
      const friend = await makePerson(db)
      await makeFriends(db, buyer, friend)
      return mine(`friends/${friend.id}/`)
    },
    'GET /silenced/': () => mine(),
    'POST /people/:id/block/': async () => {
      const friend = await makePerson(db)
      await makeFriends(db, buyer, friend)
      await post(`posts/${await make.post()}/like/`, undefined, friend.id)
      return mine(`people/${friend.id}/block/`)
    },
    'DELETE /people/:id/block/': async () => {
      const { id } = await makePerson(db)
      await post(`people/${id}/block/`, undefined)
      return mine(`people/${id}/block/`)
    },
    'POST /people/:id/mute/': async () => mine(`people/${(await makePerson(db)).id}/mute/`),
    'DELETE /people/:id/mute/': async () => {
      const { id } = await makePerson(db)
      await post(`people/${id}/mute/`, undefined)
      return mine(`people/${id}/mute/`)
    },
    'POST /hashtags/:tag/mute/': () => mine(`hashtags/${letters(++numbers)}/mute/`),
    'DELETE /hashtags/:tag/mute/': async () => {
      const tag = letters(++numbers)
      await post(`hashtags/${encodeURIComponent(tag)}/mute/`, undefined)
      return mine(`hashtags/${tag}/mute/`)
    },
    'POST /posts/:id/hide/': async () => mine(`posts/${await make.post(creator.id)}/hide/`),
    'POST /friends/:id/request/': async () => mine(`friends/${(await makePerson(db)).id}/request/`),
    'POST /friends/:id/accepted/': async () => {
      const other = await makePerson(db)
      await post(`friends/${buyer.id}/request/`, undefined, other.id)
      return mine(`friends/${other.id}/accepted/`)
    },
    'POST /friends/:id/rejected/': async () => {
      const other = await makePerson(db)
      await post(`friends/${buyer.id}/request/`, undefined, other.id)
      return mine(`friends/${other.id}/rejected/`)
    },
    'GET /notifications/': () => ours(),
    'POST /notifications/read/:id/': async () => {
      await make.request()
      const [first] = await get('notifications/', creator.id)
      return ours(`notifications/read/${first.id}/`)
    },
    'GET /notifications/groups/': () => ours(),
    'POST /notifications/read_group/:id/': async () => {
      await make.request()
      const { groups } = await get('notifications/groups/', creator.id)
      return ours(`notifications/read_group/${groups[0].id}/`)
    },
    'POST /notifications/read_all/': async () => {
      await make.request()
      return ours()
    },
    'GET /products/': () => ({ path: 'products/?search=липа' }),
    'GET /showcase/': () => ({}),
    'GET /products/latest/': () => ({}),
    'GET /products/categories/': () => ({}),
    'GET /products/:category_slug/': () => ({ path: 'products/listvennye-derevya/?zone=4' }),
    'GET /products/:category_slug/:product_slug/related/': () => ({ path: `${pathOf(offer.product)}/related/` }),
    'GET /offers/': () => ({ path: 'offers/?search=липа' }),
    'GET /me/data/': () => mine(),
    'GET /places/': () => ({ path: 'places/?search=твер' }),
    'GET /products/short_list_categories/': () => ({}),
    'GET /products/genus/': () => ({}),
    'GET /products/varieties/': () => ({ path: 'products/varieties/?genus__name=Липа' }),
    'GET /products/plant/': () => ({
      path: `products/plant/?category=${category}&genus=${plant.genus}&species=${plant.name}`,
    }),
    'GET /compare/': () => ({ path: `compare/?offer=${offer.id}&plant=tilia-cordata` }),
    'GET /plants/': () => ({ path: 'plants/?genus=tilia' }),
    'GET /plants/:slug/': () => ({ path: 'plants/tilia-cordata/' }),
    'GET /plants/:slug/offers/': () => ({ path: 'plants/tilia-cordata/offers/' }),
    'GET /offers/suggest/': () => ({ path: 'offers/suggest/?q=лип' }),
    'GET /posts/': () => mine(),
    'POST /posts/create/': () => ({ ...mine(), body: { body: 'Что посадить у воды? #липа' } }),
    'GET /posts/trends/': () => mine(),
    'GET /posts/profile/:id/': () => mine(`posts/profile/${creator.id}/`),
    'GET /posts/:id/': async () => mine(`posts/${await make.post()}/`),
    'PATCH /posts/:id/': async () => ({
      ...mine(`posts/${await make.post()}/`),
      body: { body: 'Какая #липа растёт быстрее всех?', is_private: true },
    }),
    'PATCH /posts/:id/comments/:comment/': async () => {
      const { id, comment } = await make.comment()
      return { ...mine(`posts/${id}/comments/${comment}/`), body: { body: 'Крупнолистная' } }
    },
    'DELETE /posts/:id/comments/:comment/': async () => {
      const { id, comment } = await make.comment()
      return mine(`posts/${id}/comments/${comment}/`)
    },
    'POST /posts/:id/comments/:comment/like/': async () => {
      const { id, comment } = await make.comment()
      return mine(`posts/${id}/comments/${comment}/like/`)
    },
    'POST /posts/:id/like/': async () => ours(`posts/${await make.post()}/like/`),
    'POST /posts/:id/report/': async () => ours(`posts/${await make.post()}/report/`),
    'POST /posts/:id/comment/': async () => ours(`posts/${await make.post()}/comment/`, { body: 'Липа мелколистная' }),
    'POST /posts/:id/quote/': async () => {
      const { id: project } = await make.project()
      const wanted = { body: 'Куплю липы', is_request: true, project, deadline: inDays(5) }
      const { id } = await post('posts/create/', wanted)
      return ours(`posts/${id}/quote/`)
    },
    'DELETE /posts/:id/delete/': async () => mine(`posts/${await make.post()}/delete/`),
    'GET /people/suggest/': () => mine('people/suggest/?q=человек'),
    'POST /search/': () => ({ ...mine(), body: { query: 'липа' } }),
    'GET /teams/:id/price-list/': () => ({ path: `teams/${company.id}/price-list/` }),
    'POST /price-lists/': async () => ({ who: (await makeCompany(db)).creatorId, body: priceList() }),
    'POST /price-lists/preview/': () => ({ body: { text: 'Наименование;Цена\nТуя западная Смарагд;900\n' } }),
    'GET /price-lists/': () => ours(),
    'GET /price-lists/address/': () => ours(),
    'POST /price-lists/address/': () => ours(),
    'PATCH /price-lists/address/': () => ours(undefined, { applies: 'keep' }),
    'GET /price-lists/:id/': async () => {
      const { who, id } = await make.list()
      return { who, path: `price-lists/${id}/` }
    },
    'GET /price-lists/:id/rows/': async () => {
      const { who, id } = await readList()
      return { who, path: `price-lists/${id}/rows/` }
    },
    'PATCH /price-lists/:id/': async () => {
      const { who, id } = await readList()
      return { who, path: `price-lists/${id}/`, body: { sheets: [{ name: 'Лист1', is_skipped: false }] } }
    },
    'PATCH /price-lists/:id/rows/:sheet/:row/': async () => {
      const { who, id } = await readList()
      return { who, path: `price-lists/${id}/rows/Лист1/2/`, body: { is_skipped: true } }
    },
    'DELETE /price-lists/:id/': async () => {
      const { who, id } = await make.list()
      return { who, path: `price-lists/${id}/` }
    },
    'POST /price-lists/:id/apply/': async () => {
      const { who, id } = await readList()
      return { who, path: `price-lists/${id}/apply/`, body: { missing: 'keep' } }
    },
    'POST /price-lists/:id/rollback/': async () => {
      const { who, id } = await appliedList()
      return { who, path: `price-lists/${id}/rollback/` }
    },
    'GET /products/own/': () => ours(),
    'POST /products/assign/': async () =>
      ours(undefined, { ids: [(await make.product()).id], assigned_to: employee.id }),
    'POST /products/delete/': async () => ours(undefined, { ids: [(await make.product()).id] }),
    'GET /products/my_products/': () => ours(),
    'POST /products/create/': () => ours(undefined, { category, genus: plant.genus, species: plant.name, price: 5000 }),
    'POST /products/:category_slug/:product_slug/edit/': async () =>
      ours(`${pathOf(await make.product())}/edit/`, { description: `Описание ${++numbers}` }),
    'DELETE /products/:category_slug/:product_slug/delete/': async () =>
      ours(`${pathOf(await make.product())}/delete/`),
    'GET /products/get_all_products/:teamId/': () => ({ path: `products/get_all_products/${company.id}/` }),
    'GET /products/address/:product_slug/': () => ({ path: `products/address/${offer.product.slug}/` }),
    'GET /products/:category_slug/:product_slug/': () => ({ path: `${pathOf(offer.product)}/` }),
    'GET /products/:product_slug/images/': () => ({ path: `products/${offer.product.slug}/images/` }),
    'POST /products/photos/match/': () => ours(undefined, { names: ['Липа мелколистная.jpg'] }),
    'POST /products/:category_slug/:product_slug/photos/': async () =>
      ours(`${pathOf(await make.product())}/photos/`, { photos: [await upload(server, creator.id)] }),
    'POST /products/:category_slug/:product_slug/photos/remove/': async () => {
      const product = await make.product({ images: 1 })
      const images = await get(`products/${product.slug}/images/`, creator.id)
      return ours(`${pathOf(product)}/photos/remove/`, { images: [images[0].id] })
    },
    'GET /variants/:id/holds/': () => ours(`variants/${offer.id}/holds/`),
    'POST /variants/read/': () => ours(undefined, { text: '200-250 С10', category }),
    'POST /variants/change/': () => ours(undefined, { changes: [{ id: offer.id, price: 1000 + ++numbers }] }),
    'POST /variants/confirm/': () => ours(undefined, { ids: [offer.id] }),
    'POST /variants/confirm/:token/': () => ({
      path: `variants/confirm/${confirmTokens(secret).tokenOf(company.id, creator.id)}/`,
    }),
    'POST /projects/preview/': () => ({ body: { text: 'Липа мелколистная 10 шт' } }),
    // The others' examples may have made as many projects as one person may have.
    'POST /projects/': async () => ({ who: (await makePerson(db)).id, body: { text: 'Липа мелколистная 10 шт' } }),
    'GET /projects/': () => mine(),
    'GET /projects/:id/': async () => mine(`projects/${(await make.project()).id}/`),
    'PATCH /projects/:id/': async () => ({ ...mine(`projects/${(await make.project()).id}/`), body: { name: 'Парк' } }),
    'DELETE /projects/:id/': async () => mine(`projects/${(await make.project()).id}/`),
    'POST /projects/:id/lines/': async () => ({
      ...mine(`projects/${(await make.project()).id}/lines/`),
      body: { text: 'Дуб 5 шт' },
    }),
    'PATCH /projects/:id/lines/:line/': async () => {
      const { id, lines } = await make.project()
      return { ...mine(`projects/${id}/lines/${lines[0]?.id}/`), body: { quantity: 7 } }
    },
    'DELETE /projects/:id/lines/:line/': async () => {
      const { id, lines } = await make.project()
      return mine(`projects/${id}/lines/${lines[0]?.id}/`)
    },
    'POST /projects/:id/choose/': async () => ({
      ...mine(`projects/${(await make.project()).id}/choose/`),
      body: { strategy: 'cheapest' },
    }),
    'GET /projects/:id/strategies/': async () => mine(`projects/${await make.placed()}/strategies/`),
    'POST /projects/:id/transport/': async () => ({ ...mine(`projects/${await make.placed()}/transport/`), body: {} }),
    'GET /teams/:id/delivery_terms/': () => ({ path: `teams/${company.id}/delivery_terms/` }),
    'PUT /teams/:id/delivery_terms/': () =>
      ours(`teams/${company.id}/delivery_terms/`, { vehicles: [lorry], radius_km: 300, loading_days: [1, 2, 3] }),
    'GET /staff/vehicles/': () => moderators('staff/vehicles/'),
    'PUT /staff/vehicles/': () => moderators('staff/vehicles/', { vehicles: [lorry] }),
    'POST /projects/:id/share/': async () => mine(`projects/${(await make.project()).id}/share/`),
    'DELETE /projects/:id/share/': async () => {
      const { id } = await make.project()
      await post(`projects/${id}/share/`, undefined)
      return mine(`projects/${id}/share/`)
    },
    'GET /projects/:id/share/': async () => mine(`projects/${(await make.share()).id}/share/`),
    'GET /projects/:id/share/:token/': async () => {
      const { id, token } = await make.share()
      return mine(`projects/${id}/share/${token}/`)
    },
    'DELETE /projects/:id/share/:token/': async () => {
      const { id, token } = await make.share()
      return mine(`projects/${id}/share/${token}/`)
    },
    'POST /shared/:token/remarks/': async () => {
      const { token, line } = await make.share()
      return { path: `shared/${token}/remarks/`, body: { line, text: 'Можно повыше?', name: 'Анна' } }
    },
    'GET /projects/:id/remarks/': async () => mine(`projects/${(await make.share()).id}/remarks/`),
    'DELETE /projects/:id/remarks/:remark/': async () => {
      const { id, token, line } = await make.share()
      await post(`shared/${token}/remarks/`, { line, text: 'Можно повыше?', name: 'Анна' })
      const [remark] = await get(`projects/${id}/remarks/`, buyer.id)
      return mine(`projects/${id}/remarks/${remark.id}/`)
    },
    'GET /projects/shared/:token/': async () => {
      const shared = await post(`projects/${(await make.project()).id}/share/`, undefined)
      const url = JSON.stringify(shared).match(/shared\/([^"]+)"/)?.[1]
      return { path: `projects/shared/${url}/` }
    },
    'GET /publications/': () => ({}),
    'GET /publications/:article_slug/': () => ({ path: `publications/${article.slug}/` }),
    'GET /publications/:article_slug/:section_slug/': () => ({ path: `publications/${article.slug}/nachalo/` }),
    'GET /products/winter_hardiness/': () => ({}),
    'GET /products/growth_pattern/': () => ({}),
    'GET /products/place_of_cultivation/': () => ({}),
    'GET /products/crown_shape/': () => ({}),
    'GET /products/сrown_shape/': () => ({}),
    'GET /products/age_group/': () => ({}),
    'GET /products/rsp/': () => ({}),
    'POST /requests/candidates/': async () => {
      const { id, lines } = await make.project()
      return { ...mine(), body: { project: id, lines: lines.map(line => line.id), regions: [] } }
    },
    'POST /requests/': async () => {
      const { id, lines } = await make.project()
      const body = {
        project: id,
        lines: lines.map(line => line.id),
        regions: [],
        companies: [company.id],
        deadline: inDays(5),
      }
      return { ...mine(), body }
    },
    'GET /requests/': () => mine(),
    'GET /requests/incoming/': () => ours(),
    'GET /requests/:id/': async () => mine(`requests/${(await make.request()).id}/`),
    'GET /projects/:id/changes/': async () => mine(`projects/${(await make.project()).id}/changes/`),
    'GET /requests/:id/options/': async () => ours(`requests/${(await make.request()).id}/options/`),
    'GET /requests/:id/stop/': async () => ours(`requests/${(await make.quote()).request.id}/stop/`),
    'POST /requests/:id/cancel/': async () => mine(`requests/${(await make.request()).id}/cancel/`),
    'POST /requests/:id/quote/': async () => {
      const { id, lines } = await make.request()
      return ours(`requests/${id}/quote/`, { lines: [{ line: lines[0]?.id, price: 5000 }], valid_until: dayIn(10) })
    },
    'GET /requests/:id/compare/': async () => mine(`requests/${(await make.quote()).request.id}/compare/`),
    'POST /deals/:id/review/': async () => ({
      ...mine(`deals/${(await make.deal('confirm', 'hand_over', 'receive')).id}/review/`),
      body: { rating: 5, text: 'Всё хорошо' },
    }),
    'POST /deals/:id/review/reply/': async () =>
      ours(`deals/${(await make.review()).deal.id}/review/reply/`, { text: 'Спасибо' }),
    'POST /reviews/:id/report/': async () => ours(`reviews/${(await make.review()).id}/report/`, { part: 'review' }),
    'GET /teams/:id/reviews/': () => ({ path: `teams/${company.id}/reviews/` }),
    'GET /saved-searches/': () => mine(),
    'POST /saved-searches/': async () => ({
      who: (await makePerson(db)).id,
      body: { name: 'Липы', query: 'search=липа', every: 'daily' },
    }),
    'PATCH /saved-searches/:id/': async () => ({
      ...mine(`saved-searches/${(await freshSearch()).id}/`),
      body: { every: 'weekly' },
    }),
    'DELETE /saved-searches/:id/': async () => mine(`saved-searches/${(await freshSearch()).id}/`),
    'POST /saved-searches/unsubscribe/:token/': async () => ({
      path: `saved-searches/unsubscribe/${unsubscribeTokens(secret).tokenOf((await freshSearch('daily')).id)}/`,
    }),
    'GET /stock-alerts/': () => mine(),
    'POST /stock-alerts/': async () => ({ who: (await makePerson(db)).id, body: { plant: unsold.id } }),
    'DELETE /stock-alerts/:id/': async () => {
      const who = (await makePerson(db)).id
      await post('stock-alerts/', { plant: unsold.id }, who)
      const [first] = await get('stock-alerts/', who)
      return { who, path: `stock-alerts/${first.id}/` }
    },
    'GET /saved-plants/': () => mine(),
    'POST /saved-plants/': async () => ({ who: (await makePerson(db)).id, body: { plant: plant.id } }),
    'DELETE /saved-plants/:id/': async () => {
      const who = (await makePerson(db)).id
      await post('saved-plants/', { plant: plant.id }, who)
      return { who, path: `saved-plants/${plant.id}/` }
    },
    'GET /second-factor/': () => mine(),
    'POST /second-factor/': async () => ({ ...ofMember(await newMember(server)), body: { password } }),
    'POST /second-factor/confirm/': async () => {
      const member = await newMember(server)
      const begun = await as(server, member.access, 'POST', '/api/second-factor/', { password })
      return { ...ofMember(member), body: { code: appCode(begun.body.secret) } }
    },
    'POST /second-factor/recovery-codes/': async () => {
      const member = await make.secured()
      return { ...ofMember(member), body: { password, code: await freshCode(server, member) } }
    },
    'POST /second-factor/remove/': async () => {
      const member = await make.secured()
      return { ...ofMember(member), body: { password, code: await freshCode(server, member) } }
    },
    'GET /sessions/': async () => ofMember(await newMember(server)),
    'DELETE /sessions/': async () => {
      const member = await newMember(server)
      await login(server, member.email)
      return ofMember(member)
    },
    'DELETE /sessions/:id/': async () => {
      const member = await newMember(server)
      await login(server, member.email)
      const { body } = await as(server, member.access, 'GET', '/api/sessions/')
      const other = body.find((session: { is_current: boolean }) => !session.is_current)
      return { ...ofMember(member), path: `sessions/${other.id}/` }
    },
    'POST /products/:id/seen/': () => ({ path: `products/${offer.product.id}/seen/` }),
    'POST /products/:id/phone/': () => ({ path: `products/${offer.product.id}/phone/` }),
    'POST /offers/not-found/': () => ({ body: { query: 'search=щефблямка' } }),
    'GET /teams/statistics/': () => ours(),
    'GET /staff/companies/': () => moderators(),
    'POST /staff/companies/:id/block/': async () =>
      moderators(`staff/companies/${(await makeCompany(db)).id}/block/`, { reason }),
    'POST /staff/companies/:id/clear/': async () =>
      moderators(`staff/companies/${(await makeCompany(db)).id}/clear/`, { reason, parts: ['logo', 'photos'] }),
    'POST /staff/companies/:id/unblock/': async () => {
      const { id } = await makeCompany(db)
      await post(`staff/companies/${id}/block/`, { reason }, staff)
      return moderators(`staff/companies/${id}/unblock/`, { reason })
    },
    'GET /staff/directory/genera/': () => moderators('staff/directory/genera/?search=лип'),
    'GET /staff/directory/genera/:id/': async () => moderators(`staff/directory/genera/${(await make.genus()).id}/`),
    'POST /staff/directory/genera/': () => {
      const n = letters(++numbers)
      return moderators(undefined, { name: `Выдумка${n}`, latin_name: `Inventa${latin(n)}`, family: 'Выдуманные' })
    },
    'POST /staff/directory/genera/:id/edit/': async () => {
      const { id, form } = await make.genus()
      return moderators(`staff/directory/genera/${id}/edit/`, { ...form, family: 'Другие', was: form.name })
    },
    'POST /staff/directory/genera/:id/merge/': async () => {
      const [one, other] = [await make.genus(), await make.genus()]
      return moderators(`staff/directory/genera/${one.id}/merge/`, { reason, into: other.id })
    },
    'POST /staff/directory/genera/:id/hide/': async () =>
      moderators(`staff/directory/genera/${(await make.genus()).id}/hide/`, { reason }),
    'POST /staff/directory/genera/:id/restore/': async () => {
      const { id } = await make.genus()
      await post(`staff/directory/genera/${id}/hide/`, { reason }, staff)
      return moderators(`staff/directory/genera/${id}/restore/`)
    },
    'GET /staff/directory/species/': () => moderators('staff/directory/species/?search=мелколистная'),
    'POST /staff/directory/species/': async () => {
      const genus = await make.genus()
      const form = {
        name: 'обыкновенная',
        latin_name: `${genus.form.latin_name} vulgaris`,
        synonyms: '',
        categories: [category],
      }
      return moderators(undefined, { ...form, genus: genus.id })
    },
    'POST /staff/directory/species/:id/edit/': async () => {
      const { id, form } = await make.species()
      return moderators(`staff/directory/species/${id}/edit/`, { ...form, synonyms: 'простая', was: form.name })
    },
    'POST /staff/directory/species/:id/merge/': async () => {
      const [one, other] = [await make.species(), await make.species()]
      return moderators(`staff/directory/species/${one.id}/merge/`, { reason, into: other.id })
    },
    'POST /staff/directory/species/:id/hide/': async () =>
      moderators(`staff/directory/species/${(await make.species()).id}/hide/`, { reason }),
    'POST /staff/directory/species/:id/restore/': async () => {
      const { id } = await make.species()
      await post(`staff/directory/species/${id}/hide/`, { reason }, staff)
      return moderators(`staff/directory/species/${id}/restore/`)
    },
    'GET /staff/directory/categories/': () => moderators(),
    'POST /staff/directory/categories/:id/edit/': async () => {
      const list = await get('staff/directory/categories/', staff)
      const { id, name } = list.find((one: { id: number }) => one.id === category)
      return moderators(`staff/directory/categories/${id}/edit/`, { name: `Деревья ${letters(++numbers)}`, was: name })
    },
    'GET /staff/journal/': () => moderators(),
    'GET /staff/listings/': () => moderators(),
    'POST /staff/listings/:id/publish/': async () => {
      const { id, body } = await make.waiting()
      return moderators(`staff/listings/${id}/publish/`, body)
    },
    'POST /staff/listings/:id/publish-as/': async () => {
      const { id, body } = await make.waiting()
      return moderators(`staff/listings/${id}/publish-as/`, { ...body, species: plant.id })
    },
    'POST /staff/listings/:id/publish-new/': async () => {
      const { id, body } = await make.waiting()
      const n = letters(++numbers)
      const form = {
        genus: `Новинка${n}`,
        species: 'обыкновенная',
        latin_name: `Nova${latin(n)} vulgaris`,
        family: 'Новые',
      }
      return moderators(`staff/listings/${id}/publish-new/`, { ...body, ...form })
    },
    'POST /staff/listings/:id/return/': async () => {
      const { id, body } = await make.waiting()
      return moderators(`staff/listings/${id}/return/`, { ...body, reason })
    },
    'POST /staff/listings/:id/hide/': async () =>
      moderators(`staff/listings/${(await make.product()).id}/hide/`, { reason }),
    'GET /staff/lookups/:kind/': () => moderators('staff/lookups/crown_shape/'),
    'POST /staff/lookups/': () =>
      moderators(undefined, { kind: 'crown_shape', name: `Крона ${letters(++numbers)}`, description: '' }),
    'POST /staff/lookups/:id/edit/': async () => {
      const { id, form } = await make.lookup()
      return moderators(`staff/lookups/${id}/edit/`, { was: form.name, name: `${form.name} новая`, description: '' })
    },
    'POST /staff/lookups/:id/merge/': async () => {
      const [one, other] = [await make.lookup(), await make.lookup()]
      return moderators(`staff/lookups/${one.id}/merge/`, { reason, into: other.id })
    },
    'POST /staff/lookups/:id/hide/': async () =>
      moderators(`staff/lookups/${(await make.lookup()).id}/hide/`, { reason }),
    'POST /staff/lookups/:id/restore/': async () => {
      const { id } = await make.lookup()
      await post(`staff/lookups/${id}/hide/`, { reason }, staff)
      return moderators(`staff/lookups/${id}/restore/`)
    },
    'GET /staff/overview/': () => moderators(),
    'GET /staff/people/': () => moderators(),
    'POST /staff/people/:id/block/': async () =>
      moderators(`staff/people/${(await makePerson(db)).id}/block/`, { reason }),
    'POST /staff/people/:id/unblock/': async () => {
      const { id } = await makePerson(db)
      await post(`staff/people/${id}/block/`, { reason }, staff)
      return moderators(`staff/people/${id}/unblock/`, { reason })
    },
    'GET /staff/publications/': () => moderators(),
    'POST /staff/publications/': () =>
      moderators(undefined, {
        name: `Статья ${letters(++numbers)}`,
        summary: 'Кратко',
        author: 'Агроном',
        sections: [{ name: 'Начало', text: 'Текст.', picture: '', picture_alt: '' }],
      }),
    'POST /staff/publications/preview/': () => moderators(undefined, { text: '**Липа**' }),
    'GET /staff/publications/:id/': async () => moderators(`staff/publications/${(await make.article()).id}/`),
    'PATCH /staff/publications/:id/': async () => {
      const { id, version, form } = await make.article()
      return moderators(`staff/publications/${id}/`, { ...form, summary: 'Иначе', version })
    },
    'DELETE /staff/publications/:id/': async () => moderators(`staff/publications/${(await make.article()).id}/`),
    'POST /staff/publications/:id/publish/': async () => {
      const { id, version } = await make.article()
      return moderators(`staff/publications/${id}/publish/`, { version })
    },
    'POST /staff/publications/:id/withdraw/': async () => {
      const { id, version } = await make.article()
      const published = await post(`staff/publications/${id}/publish/`, { version }, staff)
      return moderators(`staff/publications/${id}/withdraw/`, { version: published.version ?? version, reason })
    },
    'GET /staff/reports/': () => moderators(),
    'GET /staff/reports/hidden/': () => moderators(),
    'GET /staff/posts/:id/earlier-texts/': async () => moderators(`staff/posts/${await make.post()}/earlier-texts/`),
    'POST /staff/reports/:id/hide/': async () => moderators(`staff/reports/${await make.reported()}/hide/`, { reason }),
    'POST /staff/reports/:id/dismiss/': async () => moderators(`staff/reports/${await make.reported()}/dismiss/`),
    'POST /staff/reports/:id/restore/': async () => {
      const id = await make.reported()
      await post(`staff/reports/${id}/hide/`, { reason }, staff)
      return moderators(`staff/reports/${id}/restore/`, { reason })
    },
    'POST /staff/reports/:id/delete/': async () => {
      const id = await make.reported()
      await post(`staff/reports/${id}/hide/`, { reason }, staff)
      return moderators(`staff/reports/${id}/delete/`, { reason })
    },
    'GET /staff/reviews/': () => moderators(),
    'GET /staff/reviews/hidden/': () => moderators(),
    'POST /staff/reviews/:id/hide/': async () =>
      moderators(`staff/reviews/${await make.reportedReview()}/hide/`, { reason, part: 'review' }),
    'POST /staff/reviews/:id/dismiss/': async () =>
      moderators(`staff/reviews/${await make.reportedReview()}/dismiss/`, { part: 'review' }),
    'POST /staff/reviews/:id/restore/': async () => {
      const id = await make.reportedReview()
      await post(`staff/reviews/${id}/hide/`, { reason, part: 'review' }, staff)
      return moderators(`staff/reviews/${id}/restore/`, { reason, part: 'review' })
    },
    'POST /staff/companies/:id/verify/': async () => {
      const made = await makeCompany(db, { inn: freshInn() })
      return moderators(`staff/companies/${made.id}/verify/`, { note: 'Сверено', was: make.was(made) })
    },
    'POST /staff/companies/:id/unverify/': async () => {
      const made = await makeCompany(db, { inn: freshInn() })
      await post(`staff/companies/${made.id}/verify/`, { note: 'Сверено', was: make.was(made) }, staff)
      const { results } = await get(`staff/companies/?search=${encodeURIComponent(made.name)}`, staff)
      const verified_at = JSON.stringify(results.find((one: { id: number }) => one.id === made.id)).match(
        /"verified_at":"([^"]+)"/,
      )?.[1]
      return moderators(`staff/companies/${made.id}/unverify/`, { reason, verified_at })
    },
    'POST /staff/companies/:id/correct/': async () => {
      const made = await makeCompany(db, { inn: freshInn() })
      const correct = { company_name: `${made.name} и сыновья`, team_zipcode: made.inn, reason, was: make.was(made) }
      return moderators(`staff/companies/${made.id}/correct/`, correct)
    },
    'POST /uploads/': async () => ({ ...mine(), body: formOf({ image: await pictureFile() }) }),
  }

  /** A search of its own: a person has few. */
  async function freshSearch(every = 'never'): Promise<{ id: string }> {
    const mineNow: { id: string }[] = await get('saved-searches/', buyer.id)
    for (const { id } of mineNow.slice(0, -1)) await send('DELETE', `saved-searches/${id}/`, undefined, buyer.id)
    const made = await make.search()
    if (every !== 'never') await send('PATCH', `saved-searches/${made.id}/`, { every }, buyer.id)
    return made
  }
  /** A valid INN of its own: ten digits of which the last is a checksum. */
  function freshInn(): string {
    const digits = [...String(770_000_000 + ++numbers)].map(Number)
    const weights = [2, 4, 10, 3, 5, 9, 4, 6, 8]
    const sum = digits.reduce((total, digit, at) => total + digit * (weights[at] ?? 0), 0)
    return `${digits.join('')}${(sum % 11) % 10}`
  }
  async function readList() {
    const list = await make.list()
    await work()
    return list
  }
  async function appliedList() {
    const { who, id } = await readList()
    await post(`price-lists/${id}/apply/`, { missing: 'keep' }, who)
    await work()
    return { who, id }
  }
  return examples
}
