import { formText } from './common.ts'

/** Letters of a company's address. */
export const companySlugLength = { least: 2, most: 60 } as const

/** Words that no company may take as its address: what visitors would read as the site's own pages. */
export const reservedCompanySlugs: ReadonlySet<string> = new Set(
  `about account activate add admin administrator api app assets auth billing blog c cart catalog catalogue categories
  category chat client companies company compare contact contacts create decisions delete demo dendro deals dev docs
  edit events favicon feed friends healthz help home images incoming index info invitation invitations legal login
  logout mail manage me media moderator moderators my new news notifications nursery null offers official page people
  plants policy post posts price-list prices pricing privacy products profile projects publications qr requests
  reviews robots root rules search security settings shared shop signin signout signup site sitemap staff static
  statistics status support system team teams terms test trends undefined unsubscribe user users verified
  webmaster www`.split(/\s+/),
)

/** The address of a company's page. */
export const companyPath = ({ id, slug }: { id: number; slug?: string | null | undefined }): string =>
  slug ? `/c/${slug}` : `/teams/get_current_team/${id}`

const message = 'Латинские буквы в нижнем регистре, цифры и дефисы между ними, например pitomnik-yauza'

/** The end of a company's address, `/c/{slug}`; empty: none. */
export const companySlug = formText(companySlugLength.most)
  .refine(text => text === '' || /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text), { message, params: { code: 'invalid_slug' } })
  .refine(text => text === '' || text.length >= companySlugLength.least, `Не короче ${companySlugLength.least} знаков`)
  .refine(text => !reservedCompanySlugs.has(text), {
    message: 'Этот адрес занят самим сайтом',
    params: { code: 'reserved' },
  })
