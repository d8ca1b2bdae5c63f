/** The page number in the URL; the first page if it is missing or invalid. */
export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}
