import type { ComponentType } from 'react'
import { memberOnly } from './member-only.tsx'

type Load = () => Promise<{ Component: ComponentType }>

/*
 * Screens that no visit begins with, listed apart from the routes: the names of all their files are no business of a
 * visitor's first page load.
 */

/** For signed-in people: what each is called while nothing more is known of it, and its code. */
const memberScreens = {
  'add-member': ['Новый сотрудник', () => import('./screens/add-member.tsx')],
  'add-product': ['Новое растение', () => import('./screens/add-product.tsx')],
  'add-team': ['Новая компания', () => import('./screens/add-team.tsx')],
  'edit-password': ['Смена пароля', () => import('./screens/edit-password.tsx')],
  'edit-product': ['Изменить растение', () => import('./screens/edit-product.tsx')],
  'edit-profile': ['Мой профиль', () => import('./screens/edit-profile.tsx')],
  chat: ['Сообщения', () => import('./screens/chat.tsx')],
  'edit-team': ['Изменить компанию', () => import('./screens/edit-team.tsx')],
  feed: ['Лента', () => import('./screens/feed.tsx')],
  friends: ['Друзья', () => import('./screens/friends.tsx')],
  'my-products': ['My products', () => import('./screens/my-products.tsx')],
  notifications: ['Уведомления', () => import('./screens/notifications.tsx')],
  post: ['Запись', () => import('./screens/post.tsx')],
  profile: ['Профиль', () => import('./screens/profile.tsx')],
  search: ['Поиск', () => import('./screens/search.tsx')],
  team: ['Моя компания', () => import('./screens/team.tsx')],
  trend: ['Trend', () => import('./screens/trend.tsx')],
} satisfies Record<string, [title: string, load: Load]>

/** For everybody. */
export const openScreens = {
  about: () => import('./screens/about.tsx'),
  'activate-email': () => import('./screens/activate-email.tsx'),
  contact: () => import('./screens/contact.tsx'),
  'in-preparation': () => import('./screens/in-preparation.tsx'),
  login: () => import('./screens/login.tsx'),
  'password-reset': () => import('./screens/password-reset.tsx'),
  'password-reset-confirm': () => import('./screens/password-reset-confirm.tsx'),
  signup: () => import('./screens/signup.tsx'),
}

/** Modules of web/app/screens. */
export type OpenScreen = keyof typeof openScreens
export type MemberScreen = keyof typeof memberScreens

/** The screen behind its guard (member-only.tsx). */
export async function loadMemberScreen(name: MemberScreen): Promise<ComponentType> {
  const [title, load] = memberScreens[name]
  return memberOnly((await load()).Component, title)
}
