import type { Profile } from '#contract/accounts.ts'
import { pictureAt } from '#contract/media.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import type { Person } from './accounts.queries.ts'
import { drawnAvatarPath } from './profile/drawn-avatar.ts'

interface Addresses {
  media: Pick<MediaStore, 'urls'>
  publicUrl: string
}

/** Width of a stored avatar in pixels: the largest place where one is shown, on a dense screen. */
const avatarWidth = 320

/** The URL of the person's picture, or of a drawn one. */
export function avatarOf(
  { id, name, avatarKey }: Pick<Person, 'id' | 'name' | 'avatarKey'>,
  { media, publicUrl }: Addresses,
): string {
  if (!avatarKey) return `${publicUrl}${drawnAvatarPath(id, name)}`
  return pictureAt(media.urls(avatarKey).get_image, avatarWidth)
}

export type ProfileRow = Pick<Person, 'id' | 'name' | 'email' | 'avatarKey' | 'friendsCount' | 'postsCount'>

/** `showEmail`: true for the person, their friends and members of the same company. */
export type Shown = Addresses & { showEmail: boolean }

export function presentProfile(row: ProfileRow, { showEmail, ...addresses }: Shown): Profile {
  return {
    id: row.id,
    name: row.name,
    email: showEmail ? row.email : '',
    friends_count: row.friendsCount,
    posts_count: row.postsCount,
    get_avatar: avatarOf(row, addresses),
  }
}
