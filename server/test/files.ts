import { buffer } from 'node:stream/consumers'
import { xlsxOf } from '#server/platform/exports/write-xlsx.ts'
import { publicUrl, type TestServer } from './app.ts'

export const bytesFile = (name: string, content: Buffer | string, type = 'application/octet-stream') =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type })

export const pdfText = '%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n'
export const pdf = (name = 'смета.pdf') => bytesFile(name, pdfText, 'application/pdf')

export const xlsxBytes = async () =>
  buffer(xlsxOf([{ name: 'Лист1', columns: [{ title: 'Растение', width: 20 }], rows: [['Липа']] }]))

/** Opens a file's address as it is: without a token, unless a person is named. */
export const fetchFile = async (server: TestServer, url: string, who?: { id: string }) =>
  server.app.inject({
    method: 'GET',
    url: url.slice(publicUrl.length),
    headers: who ? { authorization: await server.bearer(who.id) } : {},
  })

/** An address without its signature. */
export const bare = (url: string) => url.split('?')[0] ?? ''
