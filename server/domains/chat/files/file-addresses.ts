import { fileAddresses } from '#server/platform/media/attached/file-addresses.ts'

/** An address is its reader's only while they take part in the conversation. */
export const messageFileAddresses = (secret: string, publicUrl: string) =>
  fileAddresses({ secret, publicUrl, path: '/api/chat/files/', purpose: 'addresses of files in messages' })
