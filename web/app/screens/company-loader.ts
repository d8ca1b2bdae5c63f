import type { LoaderFunctionArgs } from 'react-router'
import { companyQuery } from '#web/features/companies/api.ts'
import { companyProductsQuery } from '#web/features/products/api.ts'
import type { AppContext } from '#web/lib/app-context.ts'

/** Both screens of a company show its name and its plants. */
export const companyLoader =
  ({ queries, api }: AppContext) =>
  async ({ params: { id = '' } }: LoaderFunctionArgs) => {
    await Promise.all([
      queries.ensureQueryData(companyQuery(api, id)),
      queries.ensureQueryData(companyProductsQuery(api, id)),
    ])
    return null
  }
