/** Files that one form attaches, recognised by content; each may have as many bytes as a picture (media.ts). */
export const attachedFilesMax = 10
/** What an attached file is once it is stored: a picture of any accepted type becomes WebP. */
export const attachedFileTypes = {
  picture: 'image/webp',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type AttachedFileType = (typeof attachedFileTypes)[keyof typeof attachedFileTypes]
