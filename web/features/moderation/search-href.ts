/** The address of a page of the search, without defaults. */
export function searchHref(search: string, page = 1): string {
  return `?${new URLSearchParams([
    ...(search ? [['search', search]] : []),
    ...(page > 1 ? [['page', String(page)]] : []),
  ])}`
}
