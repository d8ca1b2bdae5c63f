import { fileAddresses } from '#server/platform/media/attached/file-addresses.ts'

/** An address is its reader's only while they are on a side of the deal. */
export const dealDocumentAddresses = (secret: string, publicUrl: string) =>
  fileAddresses({ secret, publicUrl, path: '/api/deals/documents/', purpose: 'addresses of documents of deals' })
