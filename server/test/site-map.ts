import type { TestServer } from './app.ts'

/** The addresses in an XML file of the site map. */
export const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)

/** The site map as a search engine reads it: the index, and the content of all its files. */
export async function readSiteMap(server: Pick<TestServer, 'get'>): Promise<{ index: string; text: string }> {
  const { text: index } = await server.get('/sitemap.xml')
  let text = ''
  for (const address of locations(index)) text += (await server.get(new URL(address).pathname)).text
  return { index, text }
}
