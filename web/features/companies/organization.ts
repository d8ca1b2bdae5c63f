import type { Team } from '#contract/companies.ts'
import { companyPath } from '#contract/company-slug.ts'
import { parsePhones, siteLink } from './contact-links.ts'

/** schema.org Organization. */
export function organization(publicUrl: string, team: Team): object {
  const phones = parsePhones(team.team_phone)
  const site = siteLink(team.website)
  return {
    '@type': 'Organization',
    name: team.company_name,
    url: publicUrl + companyPath(team),
    ...(team.logo && { logo: team.logo }),
    ...(team.cover && { image: team.cover }),
    ...(team.about_team && { description: team.about_team }),
    ...(phones[0] && { telephone: phones[0].text }),
    ...(team.created_by.email && { email: team.created_by.email }),
    ...(site && { sameAs: site.href }),
    ...(team.team_zipcode && { taxID: team.team_zipcode }),
    ...(team.rating !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: team.rating, reviewCount: team.reviews_count },
    }),
    address: {
      '@type': 'PostalAddress',
      addressCountry: team.team_country,
      ...(team.place && { addressLocality: team.place.name }),
      ...(team.team_city && { addressRegion: team.team_city.name }),
      streetAddress: team.team_address,
    },
  }
}
