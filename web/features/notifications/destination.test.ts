import { expect, test } from 'vitest'
import type { Notification, NotificationType } from '#contract/notifications.ts'
import { destination } from './destination.ts'

const notification = (type: NotificationType, post_id: string | null = null) =>
  ({ type_of_notification: type, post_id, created_for_id: 'me' }) as Notification

test.each<[NotificationType, string]>([
  ['post_like', '/post/p'],
  ['post_comment', '/post/p'],
  ['mention', '/post/p'],
  ['post_hidden', '/post/p'],
  ['post_restored', '/post/p'],
])('%s leads to the post', (type, path) => {
  expect(destination(notification(type, 'p'))).toBe(path)
})

test("a deleted post leads to the person's own profile", () => {
  expect(destination(notification('post_deleted'))).toBe('/profile/me')
})

test.each<NotificationType>([
  'added_to_company',
  'company_handed_over',
  'company_verified',
  'company_unverified',
  'company_renamed',
  'company_inn_changed',
])('%s leads to the company', type => {
  expect(destination(notification(type))).toBe('/teams/team')
})

test.each<NotificationType>(['product_published', 'product_returned', 'product_hidden'])(
  "%s leads to the company's plants",
  type => {
    expect(destination(notification(type))).toBe('/products/my_products')
  },
)

test.each<NotificationType>(['new_friendrequest', 'accepted_friendrequest', 'rejected_friendrequest'])(
  "%s leads to the person's own friends",
  type => {
    expect(destination(notification(type))).toBe('/profile/me/friends')
  },
)
