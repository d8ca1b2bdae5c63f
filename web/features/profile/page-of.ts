/** The page that the address asks for; the first one when it asks for none or for nonsense. */
export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}
