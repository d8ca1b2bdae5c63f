import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { type LiveEvent, liveEvent } from '#contract/events.ts'
import { type NotificationType, notificationTypes, socialNews } from '#contract/notifications.ts'
import { notify } from '#server/domains/notifications/notifications.service.ts'
import { publish } from '#server/platform/live/live.ts'
import { staffEmail, type TestServer, testServer } from '#server/test/app.ts'
import { makeCompany, makeFriends, makePerson, makeProduct } from '#server/test/factories.ts'
import { openStream } from '#server/test/streams.ts'

/*
 * Two people of whom one has blocked the other, at every call of the contract, every live event, notification and email.
 * What is not listed here has not been considered, and fails.
 */

type CallName = keyof typeof calls

/** Answer with what is the caller’s own account. */
const ownAccount = [
  'POST /signup/',
  'POST /activation/',
  'POST /activation/renew/',
  'POST /login/',
  'POST /refresh/',
  'POST /logout/',
  'POST /password-reset/',
  'POST /password-reset/confirm/',
  'POST /email-change/undo/',
  'GET /me/',
  'POST /editprofile/',
  'POST /editpassword/',
  'POST /me/delete/',
  'GET /me/requisites/',
  'PUT /me/requisites/',
  'GET /me/data/',
  'GET /second-factor/',
  'POST /second-factor/',
  'POST /second-factor/confirm/',
  'POST /second-factor/recovery-codes/',
  'POST /second-factor/remove/',
  'GET /sessions/',
  'GET /notification-settings/',
  'PATCH /notification-settings/',
  'POST /notification-settings/unsubscribe/:token/',
  'GET /push/key/',
  'POST /push/subscriptions/',
  'DELETE /push/subscriptions/',
  'DELETE /sessions/',
  'DELETE /sessions/:id/',
] as const
/** Answer with what the caller has made for themselves, or has been sent by its owner with an address. */
const ownThings = [
  'POST /projects/preview/',
  'POST /projects/',
  'GET /projects/',
  'GET /projects/:id/',
  'PATCH /projects/:id/',
  'DELETE /projects/:id/',
  'POST /projects/:id/lines/',
  'PATCH /projects/:id/lines/:line/',
  'DELETE /projects/:id/lines/:line/',
  'POST /projects/:id/choose/',
  'GET /projects/:id/strategies/',
  'POST /projects/:id/transport/',
  'POST /projects/:id/share/',
  'DELETE /projects/:id/share/',
  'GET /projects/:id/share/',
  'GET /projects/:id/share/:token/',
  'DELETE /projects/:id/share/:token/',
  'GET /projects/:id/remarks/',
  'DELETE /projects/:id/remarks/:remark/',
  'POST /shared/:token/remarks/',
  'GET /projects/shared/:token/',
  'GET /projects/:id/changes/',
  'GET /saved-searches/',
  'POST /saved-searches/',
  'PATCH /saved-searches/:id/',
  'DELETE /saved-searches/:id/',
  'POST /saved-searches/unsubscribe/:token/',
  'GET /stock-alerts/',
  'POST /stock-alerts/',
  'DELETE /stock-alerts/:id/',
  'GET /saved-plants/',
  'POST /saved-plants/',
  'DELETE /saved-plants/:id/',
  'POST /uploads/',
] as const
/** What a company shows to everybody, or its people to each other: no person’s own. */
const companies = [
  'POST /products/:category_slug/:product_slug/report/',
  'POST /teams/:id/report/',
  'GET /teams/api-keys/',
  'POST /teams/api-keys/',
  'DELETE /teams/api-keys/:id/',
  'GET /teams/teams_list/',
  'GET /teams/get_current_team/:id/',
  'GET /teams/at/:slug/',
  'GET /teams/:id/on_map/',
  'POST /blocked/decisions/',
  'POST /blocked/appeal/',
  'GET /teams/invitations/',
  'DELETE /teams/invitations/:id/',
  'POST /teams/invitations/view/',
  'GET /teams/specifics/',
  'GET /teams/cities/',
  'GET /teams/deliveries/',
  'GET /teams/get_my_team/',
  'POST /teams/',
  'PATCH /teams/:id/',
  'GET /teams/:id/delivery_terms/',
  'PUT /teams/:id/delivery_terms/',
  'GET /teams/:id/requisites/',
  'PUT /teams/:id/requisites/',
  'POST /teams/remove_member/',
  'PATCH /teams/membership/',
  'POST /teams/leave/',
  'GET /products/',
  'GET /showcase/',
  'GET /products/latest/',
  'GET /products/categories/',
  'GET /products/:category_slug/',
  'GET /products/:category_slug/:product_slug/related/',
  'GET /offers/',
  'GET /places/',
  'GET /products/short_list_categories/',
  'GET /products/genus/',
  'GET /products/varieties/',
  'GET /products/plant/',
  'GET /compare/',
  'GET /plants/',
  'GET /plants/:slug/',
  'GET /plants/:slug/offers/',
  'GET /offers/suggest/',
  'GET /teams/:id/price-list/',
  'GET /teams/:id/record/',
  'GET /variants/:id/holds/',
  'POST /price-lists/preview/',
  'POST /price-lists/',
  'GET /price-lists/',
  'GET /price-lists/address/',
  'POST /price-lists/address/',
  'PATCH /price-lists/address/',
  'GET /price-lists/:id/',
  'GET /price-lists/:id/rows/',
  'PATCH /price-lists/:id/',
  'PATCH /price-lists/:id/rows/:sheet/:row/',
  'DELETE /price-lists/:id/',
  'POST /price-lists/:id/apply/',
  'POST /price-lists/:id/rollback/',
  'GET /products/own/',
  'POST /products/assign/',
  'POST /products/delete/',
  'GET /products/my_products/',
  'POST /products/create/',
  'POST /products/:category_slug/:product_slug/edit/',
  'DELETE /products/:category_slug/:product_slug/delete/',
  'GET /products/get_all_products/:teamId/',
  'GET /products/address/:product_slug/',
  'GET /products/:category_slug/:product_slug/',
  'GET /products/:product_slug/images/',
  'POST /products/photos/match/',
  'POST /products/:category_slug/:product_slug/photos/',
  'POST /products/:category_slug/:product_slug/photos/remove/',
  'POST /variants/read/',
  'POST /variants/change/',
  'POST /variants/confirm/',
  'POST /variants/confirm/:token/',
  'GET /publications/',
  'GET /publications/:article_slug/',
  'GET /publications/:article_slug/:section_slug/',
  'GET /products/winter_hardiness/',
  'GET /products/growth_pattern/',
  'GET /products/place_of_cultivation/',
  'GET /products/crown_shape/',
  'GET /products/сrown_shape/',
  'GET /products/age_group/',
  'GET /products/rsp/',
  'POST /products/:id/seen/',
  'POST /products/:id/phone/',
  'POST /offers/not-found/',
  'GET /teams/statistics/',
] as const
/** What was asked, offered, agreed and reviewed between a buyer and a company goes on. */
const agreements = [
  'GET /claims/:id/',
  'POST /claims/:id/accept/',
  'POST /claims/:id/answer/',
  'POST /claims/:id/dispute/',
  'POST /claims/:id/withdraw/',
  'POST /deals/:id/claims/',
  'POST /requests/:id/award/',
  'GET /deals/',
  'GET /deals/:id/',
  'GET /deals/:id/stop/',
  'POST /deals/:id/confirm/',
  'POST /deals/:id/hand_over/',
  'POST /deals/:id/receive/',
  'POST /deals/:id/cancel/',
  'POST /deals/:id/documents/',
  'DELETE /deals/:id/documents/:document/',
  'GET /trade/attention/',
  'GET /requests/',
  'GET /requests/incoming/',
  'GET /requests/:id/',
  'GET /requests/:id/options/',
  'GET /requests/:id/stop/',
  'POST /requests/:id/cancel/',
  'POST /requests/:id/quote/',
  'GET /requests/:id/compare/',
  'POST /deals/:id/review/',
  'POST /deals/:id/review/reply/',
  'POST /reviews/:id/report/',
  'GET /teams/:id/reviews/',
] as const

interface Pair {
  me: Person
  other: Person
  /** A post of the other one, with a comment. */
  post: string
  /** A comment of the other one there. */
  comment: string
  /** A post of somebody whom both know, on which both have commented. */
  between: string
  /** Somebody who is a friend of both. */
  friend: Person
  conversation: string
  /** Of the company of the other one: one about which both have spoken, in this conversation, and another. */
  product: number
  newProduct: number
  aboutProduct: string
}
type Person = Awaited<ReturnType<typeof makePerson>>

/** What somebody asks for, and what becomes of it while a block stands. */
type Attempt = (pair: Pair) => { path: string; body?: object; expect: Expectation }
/** `silent`: answered, without the other one, who is named there when there is no block. */
type Expectation = 'silent' | 404 | 403

const attempt =
  (expected: Expectation) =>
  (path: (pair: Pair) => string, body?: (pair: Pair) => object): Attempt =>
  pair => ({ path: path(pair), ...(body ? { body: body(pair) } : {}), expect: expected })
const silent = attempt('silent')
const unknown = attempt(404)
const undelivered = attempt(403)

/** Calls at which people meet. */
const meetings: Partial<Record<CallName, Attempt[]>> = {
  'GET /posts/': [
    silent(() => 'posts/'),
    silent(() => 'posts/?page_size=50'),
    silent(() => 'posts/?ordering=-likes_count'),
    silent(() => 'posts/?trend=самшит'),
    silent(() => 'posts/?trend=самшит&ordering=-likes_count'),
    silent(() => 'posts/?search=самшит'),
    silent(() => 'posts/?search=самшит&ordering=-likes_count'),
    silent(() => 'posts/?is_request=1'),
  ],
  'GET /posts/:id/': [silent(({ between }) => `posts/${between}/`), unknown(({ post }) => `posts/${post}/`)],
  'GET /posts/profile/:id/': [unknown(({ other }) => `posts/profile/${other.id}/`)],
  'POST /posts/:id/like/': [unknown(({ post }) => `posts/${post}/like/`)],
  'POST /posts/:id/comments/:comment/report/': [
    unknown(
      ({ between, comment }) => `posts/${between}/comments/${comment}/report/`,
      () => ({ reason: 'insult', text: '' }),
    ),
  ],
  'POST /posts/:id/comment/': [
    unknown(
      ({ post }) => `posts/${post}/comment/`,
      () => ({ body: 'Да' }),
    ),
  ],
  'PATCH /posts/:id/': [
    unknown(
      ({ post }) => `posts/${post}/`,
      () => ({ body: 'Иначе' }),
    ),
  ],
  'PATCH /posts/:id/comments/:comment/': [
    unknown(
      ({ between, comment }) => `posts/${between}/comments/${comment}/`,
      () => ({ body: 'Иначе' }),
    ),
  ],
  'DELETE /posts/:id/comments/:comment/': [unknown(({ between, comment }) => `posts/${between}/comments/${comment}/`)],
  'POST /posts/:id/comments/:comment/like/': [
    unknown(({ between, comment }) => `posts/${between}/comments/${comment}/like/`),
  ],
  'POST /posts/:id/quote/': [unknown(({ post }) => `posts/${post}/quote/`)],
  'POST /posts/:id/hide/': [unknown(({ post }) => `posts/${post}/hide/`)],
  'DELETE /posts/:id/delete/': [unknown(({ post }) => `posts/${post}/delete/`)],
  'POST /search/': [
    silent(
      () => 'search/',
      ({ other }) => ({ query: other.name }),
    ),
    silent(
      () => 'search/',
      ({ other }) => ({ query: other.name.slice(0, -1) }),
    ),
    silent(
      () => 'search/',
      () => ({ query: 'самшит' }),
    ),
  ],
  'GET /people/suggest/': [silent(({ other }) => `people/suggest/?q=${other.name}`)],
  'GET /friends/suggested/': [silent(() => 'friends/suggested/')],
  'GET /friends/:id/': [
    silent(({ friend }) => `friends/${friend.id}/`),
    unknown(({ other }) => `friends/${other.id}/`),
  ],
  'DELETE /friends/:id/': [unknown(({ other }) => `friends/${other.id}/`)],
  'POST /friends/:id/request/': [unknown(({ other }) => `friends/${other.id}/request/`)],
  'POST /friends/:id/accepted/': [unknown(({ other }) => `friends/${other.id}/accepted/`)],
  'POST /friends/:id/rejected/': [unknown(({ other }) => `friends/${other.id}/rejected/`)],
  'GET /notifications/': [silent(() => 'notifications/')],
  'GET /notifications/groups/': [silent(() => 'notifications/groups/')],
  'GET /chat/': [silent(() => 'chat/')],
  'GET /chat/search/': [silent(() => 'chat/search/?q=привет')],
  'GET /chat/:id/': [
    unknown(({ conversation }) => `chat/${conversation}/`),
    unknown(({ aboutProduct }) => `chat/${aboutProduct}/`),
  ],
  'GET /chat/:id/get-or-create/': [unknown(({ other }) => `chat/${other.id}/get-or-create/`)],
  'POST /chat/about/': [
    unknown(
      () => 'chat/about/',
      ({ product }) => ({ kind: 'product', id: product }),
    ),
    unknown(
      () => 'chat/about/',
      ({ newProduct }) => ({ kind: 'product', id: newProduct }),
    ),
  ],
  'POST /chat/:id/send/': [
    undelivered(
      ({ conversation }) => `chat/${conversation}/send/`,
      () => ({ body: 'Привет' }),
    ),
    undelivered(
      ({ aboutProduct }) => `chat/${aboutProduct}/send/`,
      () => ({ body: 'Привет' }),
    ),
  ],
  'POST /teams/invitations/': [
    unknown(
      () => 'teams/invitations/',
      ({ other }) => ({ email: other.email }),
    ),
  ],
  'POST /teams/add_member/': [
    unknown(
      () => 'teams/add_member/',
      ({ other }) => ({ email: other.email }),
    ),
  ],
}

/** Calls at which people could meet and why they do not, or may. */
const considered: Partial<Record<CallName, string>> = {
  'POST /posts/create/': 'answers with the caller’s own post; who is told of it, is tested below',
  'POST /teams/invitations/accept/': 'the invitation of somebody blocked is spent; tested in invitations.test.ts',
  'GET /teams/:id/posts/': 'a list of posts like the feed; tested with it (feed/company-posts.test.ts)',
  'GET /posts/trends/': 'numbers, which are the same for everybody',
  'POST /requests/candidates/': 'the company of the other one is left out; tested in trade/blocked.test.ts',
  'POST /requests/': 'it cannot be asked; tested there',
  'POST /posts/:id/report/': 'moderators hear of it; nothing of it is shown',
  'POST /people/:id/report/': 'a block is no shelter from moderators; nothing of the person is shown',
  'POST /chat/:id/messages/:message/report/': 'what was written before can be reported by both',
  'GET /decisions/': 'what moderators decide about the caller',
  'POST /decisions/:id/appeal/': 'the same',
  'POST /chat/:id/read/': 'tells nobody, tested below',
  'POST /chat/:id/typing/': 'tells nobody, tested below',
  'DELETE /chat/:id/messages/:message/': 'what the caller has written',
  'POST /notifications/read/:id/': 'the caller’s own',
  'POST /notifications/read_group/:id/': 'the caller’s own',
  'POST /notifications/read_all/': 'the caller’s own',
  'GET /silenced/': 'lists whom the caller has blocked, to them alone, tested beside the domain',
  'POST /people/:id/block/': 'the blocked one may block too',
  'DELETE /people/:id/block/': 'takes back the caller’s own',
  'POST /people/:id/mute/': 'concerns the caller’s lists alone',
  'DELETE /people/:id/mute/': 'concerns the caller’s lists alone',
  'POST /hashtags/:tag/mute/': 'concerns the caller’s lists alone',
  'DELETE /hashtags/:tag/mute/': 'concerns the caller’s lists alone',
}

/** Live events and why the other one is not in them. */
const eventsConsidered: Record<LiveEvent['type'], string> = {
  hello: 'names nobody',
  message: 'no message is taken',
  message_deleted: 'names nobody',
  typing: 'tested below',
  conversation_read: 'the person’s own pages',
  messages_read: 'tested below',
  conversations_changed: 'the person’s own pages',
  notification: 'tested below',
  notifications_read: 'the person’s own pages',
  post_changed: 'tested below: comments are not in it, and posts of the other are not watched',
  post_edited: 'posts of the other are not watched; it says which post to read anew',
  post_removed: 'posts of the other are not watched',
  new_post: 'tested below',
  price_list: 'of the person’s own company',
}

/** Notifications that are told across a block, and why; the social ones are not. */
const stillTold: Record<
  Exclude<NotificationType, (typeof socialNews)[number]>,
  'company' | 'moderator' | 'agreement' | 'own'
> = {
  post_offer: 'company',
  added_to_company: 'company',
  company_handed_over: 'company',
  company_verified: 'moderator',
  company_unverified: 'moderator',
  company_renamed: 'moderator',
  company_inn_changed: 'moderator',
  product_published: 'moderator',
  product_returned: 'moderator',
  product_hidden: 'moderator',
  post_hidden: 'moderator',
  post_restored: 'moderator',
  post_deleted: 'moderator',
  comment_removed: 'moderator',
  message_removed: 'moderator',
  report_accepted: 'moderator',
  report_dismissed: 'moderator',
  appeal_judged: 'moderator',
  saved_search_found: 'own',
  stock_arrived: 'own',
  offers_ageing: 'own',
  project_remark: 'own',
  quote_requested: 'agreement',
  quote_chosen: 'agreement',
  quote_not_chosen: 'agreement',
  request_cancelled: 'agreement',
  quote_received: 'agreement',
  quote_revised: 'agreement',
  deal_confirmed: 'agreement',
  deal_handed_over: 'agreement',
  deal_received: 'agreement',
  deal_cancelled: 'agreement',
  deal_documents: 'agreement',
  deal_expiring: 'agreement',
  deal_delivered: 'agreement',
  deal_rest_cancelled: 'agreement',
  deal_delivery_received: 'agreement',
  claim_made: 'agreement',
  claim_answered: 'agreement',
  claim_accepted: 'agreement',
  claim_withdrawn: 'agreement',
  claim_disputed: 'agreement',
  review_received: 'agreement',
  review_replied: 'agreement',
  review_hidden: 'moderator',
  review_restored: 'moderator',
  reply_hidden: 'moderator',
  reply_restored: 'moderator',
}

/** Emails, by the modules that write them: none is from one person to another. */
const emailsConsidered: Record<string, string> = {
  'domains/companies/invitations/invitation-email.ts': 'an invitation of a pair with a block is refused',
  'domains/notifications/digest/digest-email.ts': 'what the person was told on the site, which crosses no block',
  'domains/telling/told-email.ts': 'what the person was told by push, which crosses no block',
  'domains/telling/summary-email.ts': 'numbers of what the person is told of',
  'domains/accounts/accounts.emails.ts': 'the person’s own account',
  'domains/accounts/second-factor/second-factor.emails.ts': 'the person’s own account',
  'domains/price-lists/by-mail/by-mail.emails.ts': 'what the person has sent themselves',
  'domains/products/freshness/freshness-email.ts': 'the person’s own company',
  'domains/saved-searches/alerts/alert-email.ts': 'companies’ offers',
  'domains/trade/telling/trade-email.ts': 'what is asked and agreed goes on',
}

let server: TestServer
let address: string
/** Before and after the block, from both sides. */
const before = new Map<string, string>()
let pairs: { blocker: Pair; blocked: Pair }

beforeAll(async () => {
  server = await testServer()
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { db } = server.database
  const [anna, boris, vera] = [
    await makePerson(db, { name: 'Аннабелла Ольхина' }),
    await makePerson(db, { name: 'Бориславий Грабов' }),
    await makePerson(db, { name: 'Вера Кленова' }),
  ]
  await makeFriends(db, anna, vera)
  await makeFriends(db, boris, vera)
  const listings = new Map<Person, [number, number]>()
  for (const who of [anna, boris]) {
    const { id: companyId } = await makeCompany(db, { creatorId: who.id })
    listings.set(who, [(await makeProduct(db, { companyId })).id, (await makeProduct(db, { companyId })).id])
  }
  const post = async (who: Person, body: string) =>
    (await server.send('POST', '/api/posts/create/', { body, is_request: true }, who.id)).body.id as string
  const between = await post(vera, 'Кто продаёт буксус?')
  const posts = new Map<Person, string>()
  const comments = new Map<Person, string>()
  for (const who of [anna, boris]) posts.set(who, await post(who, `Куплю #самшит. ${who.name}`))
  for (const [who, whose] of [
    [anna, posts.get(boris)],
    [boris, posts.get(anna)],
    [anna, between],
    [boris, between],
  ] as const) {
    await server.send('POST', `/api/posts/${whose}/like/`, undefined, who.id)
    const commented = await server.send('POST', `/api/posts/${whose}/comment/`, { body: 'Тоже хочу' }, who.id)
    if (whose === between) comments.set(who, commented.body.id)
  }
  const { body } = await server.get(`/api/chat/${boris.id}/get-or-create/`, anna.id)
  for (const { id } of [anna, boris]) await server.send('POST', `/api/chat/${body.id}/send/`, { body: 'Привет' }, id)
  const talks = new Map<Person, string>()
  for (const [asking, of] of [
    [anna, boris],
    [boris, anna],
  ] as const) {
    const about = { kind: 'product', id: listings.get(of)?.[0] }
    const talk = (await server.send('POST', '/api/chat/about/', about, asking.id)).body.id as string
    for (const { id } of [anna, boris]) await server.send('POST', `/api/chat/${talk}/send/`, { body: 'Привет' }, id)
    talks.set(of, talk)
  }
  const pairOf = (me: Person, other: Person): Pair => ({
    ...{ me, other, between, friend: vera, conversation: body.id },
    post: posts.get(other) ?? '',
    comment: comments.get(other) ?? '',
    product: listings.get(other)?.[0] ?? 0,
    newProduct: listings.get(other)?.[1] ?? 0,
    aboutProduct: talks.get(other) ?? '',
  })
  pairs = { blocker: pairOf(anna, boris), blocked: pairOf(boris, anna) }
  for (const side of sides)
    for (const [name, attempt] of attempts()) before.set(keyOf(side, attempt), await textOf(name, attempt, pairs[side]))
  expect((await server.send('POST', `/api/people/${boris.id}/block/`, undefined, anna.id)).status).toBe(200)
}, 60_000)
afterAll(() => server.close())

const sides = ['blocker', 'blocked'] as const
const attempts = (): [string, Attempt][] =>
  Object.entries(meetings).flatMap(([name, some]) => some.map((attempt): [string, Attempt] => [name, attempt]))
const methodOf = (name: string) => name.split(' ')[0] as 'GET' | 'POST' | 'DELETE'

/** Only what can be asked again and again is asked before the block. */
async function ask(name: string, attempt: Attempt, pair: Pair) {
  const { path, body } = attempt(pair)
  const method = methodOf(name)
  return method === 'GET'
    ? server.get(`/api/${path}`, pair.me.id)
    : server.send(method, `/api/${path}`, body, pair.me.id)
}
async function textOf(name: string, attempt: Attempt, pair: Pair): Promise<string> {
  return attempt(pair).expect === 'silent' ? (await ask(name, attempt, pair)).text : ''
}
const keyOf = (side: (typeof sides)[number], attempt: Attempt) => JSON.stringify([side, attempt(pairs[side])])
const isNamedIn = (text: string, { id, name }: Person) => text.includes(id) || text.includes(name)

it('every call is considered', () => {
  const listed = [
    ...[...ownAccount, ...ownThings, ...companies, ...agreements],
    ...Object.keys(meetings),
    ...Object.keys(considered),
  ]
  expect(listed.filter((name, at) => listed.indexOf(name) !== at)).toEqual([])
  // Moderators see everybody, because they judge everybody.
  const others = (Object.keys(calls) as CallName[]).filter(name => calls[name].access !== 'staff')
  expect(listed.toSorted()).toEqual(others.toSorted())
})

it('every event, notification and email is considered', async () => {
  expect(Object.keys(eventsConsidered).toSorted()).toEqual(
    liveEvent.options.map(({ shape }) => shape.type.value).toSorted(),
  )
  expect([...socialNews, ...Object.keys(stillTold)].toSorted()).toEqual([...notificationTypes].toSorted())
  const files = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  const writing = files.filter(file => file.startsWith('domains/') && /emails?\.ts$/.test(file))
  expect(writing.toSorted()).toEqual(Object.keys(emailsConsidered).toSorted())
})

describe.each(sides)('the %s', side => {
  it.each(attempts())('at %s does not meet the other', async (name, attempt) => {
    const pair = pairs[side]
    const { expect: expected, path } = attempt(pair)
    const { status, text, body } = await ask(name, attempt, pair)
    if (expected === 'silent') {
      expect([path, status < 300]).toEqual([path, true])
      // Without the block the same question is answered with the other one: the test is none otherwise.
      expect([path, isNamedIn(before.get(keyOf(side, attempt)) ?? '', pair.other)]).toEqual([path, true])
      expect([path, isNamedIn(text, pair.other)]).toEqual([path, false])
    } else {
      expect([path, status]).toEqual([path, expected])
      if (expected === 403) expect(body.detail).toBe('Сообщение не доставлено')
    }
  })

  it('finds in a page of the feed as many posts as its count says', async () => {
    const { me } = pairs[side]
    for (const query of ['', '&trend=самшит', '&search=самшит', '&is_request=1']) {
      const { body } = await server.get(`/api/posts/?page_size=100${query}`, me.id)
      expect([query, body.count]).toEqual([query, body.results.length])
    }
  })

  it('is counted as before', async () => {
    const { me, between, friend } = pairs[side]
    const seenBy = async ({ id }: Person) => (await server.get(`/api/posts/${between}/`, id)).body.post
    const { likes_count, comments_count, comments } = await seenBy(friend)
    expect(await seenBy(me)).toMatchObject({ likes_count, comments_count })
    expect([likes_count, comments_count]).toEqual([2, comments.length])
  })

  it('begins no new conversation, and marks the old one as read without the other being told', async () => {
    const { db } = server.database
    const { me, other, conversation } = pairs[side]
    const fresh = await makePerson(db)
    await server.send('POST', `/api/people/${fresh.id}/block/`, undefined, me.id)
    for (const [who, whom] of [
      [me, fresh],
      [fresh, me],
    ] as const)
      expect((await server.get(`/api/chat/${whom.id}/get-or-create/`, who.id)).status).toBe(404)
    const stream = await openStream(server, address, other.id)
    expect((await server.send('POST', `/api/chat/${conversation}/read/`, undefined, me.id)).status).toBe(200)
    expect((await server.send('POST', `/api/chat/${conversation}/typing/`, undefined, me.id)).status).toBe(200)
    await lastEvent(stream, other)
    expect(stream.events).toEqual([])
  })

  it('hears nothing of what the other does, live', async () => {
    const { me, other, post, between, friend } = pairs[side]
    const stream = await openStream(server, address, me.id, [post, between])
    const of = await openStream(server, address, friend.id, [post, between])
    await server.send('POST', '/api/posts/create/', { body: 'Новое' }, other.id)
    await server.send('POST', `/api/posts/${post}/comment/`, { body: 'Себе' }, other.id)
    await server.send('POST', `/api/posts/${between}/comment/`, { body: 'Всем' }, other.id)
    await vi.waitUntil(() => of.events.some(({ type }) => type === 'new_post'), { timeout: 15_000 })
    await lastEvent(stream, me)
    expect(stream.events).toEqual([expect.objectContaining({ type: 'post_changed', post_id: between, comment: null })])
    expect(isNamedIn(JSON.stringify(stream.events), other)).toBe(false)
  })

  it('is told nothing of the other as a person, and everything as of a company', async () => {
    const { me, other } = pairs[side]
    const { db } = server.database
    const told = async () =>
      (await server.get('/api/notifications/', me.id)).body.map(
        (one: { type_of_notification: string }) => one.type_of_notification,
      )
    await server.send('POST', '/api/notifications/read_all/', undefined, me.id)
    await db.transaction(async tx => {
      for (const type of socialNews) await notify(tx, { recipientId: me.id, actorId: other.id, type })
    })
    expect(await told()).toEqual([])
    await db.transaction(tx => notify(tx, { recipientId: me.id, actorId: other.id, type: 'quote_received' }))
    expect(await told()).toEqual(['quote_received'])
  })
})

/** Waits until everything that was sent before has arrived. */
async function lastEvent(stream: { events: LiveEvent[] }, { id }: Person) {
  const last = { type: 'notifications_read' } as const
  await server.database.db.transaction(tx => publish(tx, last, { userIds: [id] }))
  await vi.waitUntil(() => stream.events.some(({ type }) => type === last.type), { timeout: 15_000 })
  stream.events.splice(0, stream.events.length, ...stream.events.filter(({ type }) => type !== last.type))
}

it('a moderator is no exception in lists, but sees and judges what is reported', async () => {
  const { db } = server.database
  const staff = await makePerson(db, { email: staffEmail })
  const { other, post } = pairs.blocker
  await server.send('POST', `/api/people/${staff.id}/block/`, undefined, other.id)
  expect((await server.get('/api/posts/', staff.id)).text).not.toContain(post)
  expect((await server.get(`/api/posts/${post}/`, staff.id)).status).toBe(200)
  expect((await server.get(`/api/posts/profile/${other.id}/`, staff.id)).status).toBe(200)
})
