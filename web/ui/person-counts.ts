import { counted } from '../lib/plural.ts'

/** 1 друг, 2 друга, 5 друзей. */
export const friendsCounted = (count: number) => counted(count, ['друг', 'друга', 'друзей'])

/** 1 запись, 2 записи, 5 записей. */
export const postsCounted = (count: number) => counted(count, ['запись', 'записи', 'записей'])
