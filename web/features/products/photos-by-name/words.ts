import { counted } from '#web/lib/plural.ts'

const photos = ['снимок', 'снимка', 'снимков'] as const

/** `3 снимка` */
export const countedPhotos = (count: number) => counted(count, photos)
