import type { User } from '#contract/accounts.ts'
import type { ContactPerson, RatedTeam, Team, TeamListItem, TeamRef } from '#contract/companies.ts'
import { type ProfileRow, presentProfile, type Shown } from '#server/domains/accounts/accounts.present.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { canSeeMemberEmail } from '#server/policy/companies.ts'
import type { findCompany, listCompanies, listMembers } from './companies.queries.ts'
import type { PersonsCompany } from './company-of-person.queries.ts'

type CompanyRow = NonNullable<Awaited<ReturnType<typeof findCompany>>>
type MemberRow = Awaited<ReturnType<typeof listMembers>>[number]
type CompanyListRow = Awaited<ReturnType<typeof listCompanies>>[number]

/** Reviews from which on a company has a rating: one of fewer would be one buyer's. */
const enoughReviews = 3

/** One decimal; `null` while there are too few reviews. */
export const ratingOf = ({ reviewsCount, ratingsSum }: { reviewsCount: number; ratingsSum: number }): number | null =>
  reviewsCount < enoughReviews ? null : Math.round((ratingsSum * 10) / reviewsCount) / 10

export type RatedRow = { id: number; name: string; verifiedAt: Date | string | null } & Parameters<typeof ratingOf>[0]

/** The short view of a company. */
export function presentTeamRef(row: RatedRow): TeamRef {
  const rating = ratingOf(row)
  return {
    id: row.id,
    company_name: row.name,
    is_verified: row.verifiedAt !== null,
    ...(rating === null ? {} : { rating, reviews_count: row.reviewsCount }),
  }
}

/** With its rating, once there are enough reviews for one. */
export const presentRatedTeam = (row: RatedRow): RatedTeam => ({
  ...presentTeamRef(row),
  rating: ratingOf(row),
  reviews_count: row.reviewsCount,
})

export type UserRow = ProfileRow & { company: PersonsCompany | null }

export function presentUser({ company, ...person }: UserRow, shown: Shown): User {
  return { ...presentProfile(person, shown), team: company && presentTeamRef(company) }
}

/** A member as shown to this reader. */
export function presentContact(
  { id, name, email, showsEmail }: MemberRow,
  companyId: number,
  actor: Actor | null,
): ContactPerson {
  return { id, name, email: canSeeMemberEmail(actor, { companyId, showsEmail }) ? email : '' }
}

/** Rubles. */
export const minimumOrderOf = ({ minimumOrderKopecks }: { minimumOrderKopecks: number | null }): number | null =>
  minimumOrderKopecks === null ? null : minimumOrderKopecks / 100

/** The only place that maps the specification's names of a company's fields to columns (docs/glossary.md). */
export function presentTeam(
  { company, region, place, placeRegion, specific, delivery, photos }: CompanyRow,
  rows: MemberRow[],
  actor: Actor | null,
  { urls }: Pick<MediaStore, 'urls'>,
): Team {
  const pictureOf = (key: string | null) => (key === null ? '' : urls(key).get_image)
  const members = rows.map(row => presentContact(row, company.id, actor))
  const creator = members.find(person => person.id === company.creatorId)
  if (!creator) throw new Error(`company ${company.id} has a creator who is no member`)
  return {
    ...presentRatedTeam(company),
    team_zipcode: company.inn,
    about_team: company.about,
    team_phone: company.phone,
    website: company.website,
    team_address: company.address,
    team_country: company.country,
    team_city: region,
    place: place && placeRegion && { ...place, region: placeRegion },
    team_specific: specific,
    delivery,
    safekeeping: company.storesPurchases,
    unloading: company.unloads,
    minimum_order: minimumOrderOf(company),
    hold_days: company.holdDays,
    logo: pictureOf(company.logoKey),
    cover: pictureOf(company.coverKey),
    photos: photos.map(({ id, mediaKey }) => ({ id, ...urls(mediaKey) })),
    hours: company.hours,
    delivery_area: company.deliveryArea,
    slug: company.slug ?? '',
    created_by: creator,
    members: [creator, ...members.filter(person => person !== creator)],
  }
}

export function presentTeamListItem(row: CompanyListRow): TeamListItem {
  return { ...presentRatedTeam(row), team_city: row.region }
}
