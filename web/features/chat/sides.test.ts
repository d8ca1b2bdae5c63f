import { expect, test } from 'vitest'
import type { Conversation, MessageFile } from '#contract/chat.ts'
import { isOwnSide, otherSide, summaryOf } from './sides.ts'

const user = (id: string) => ({ id, name: id, get_avatar: `/${id}.webp` })
const company = { id: 7, company_name: 'Питомник', is_verified: true }
const withCompany = { users: [user('buyer'), user('seller')], company } as unknown as Conversation
const ofTwo = { users: [user('anna'), user('boris')], company: null } as unknown as Conversation

test('a company’s people are one side', () => {
  expect(isOwnSide(withCompany, 'colleague', 'seller')).toBe(true)
  expect(isOwnSide(withCompany, 'buyer', 'seller')).toBe(false)
  expect(isOwnSide(withCompany, 'colleague', 'buyer')).toBe(false)
  expect(isOwnSide(withCompany, 'buyer', 'buyer')).toBe(true)
  expect([isOwnSide(ofTwo, 'anna', 'boris'), isOwnSide(ofTwo, 'boris', 'boris')]).toEqual([false, true])
})

test('a buyer speaks with the company, its people with the buyer in its name', () => {
  expect(otherSide(withCompany, 'buyer')).toEqual({
    name: 'Питомник',
    avatar: '',
    path: '/teams/get_current_team/7',
    ownCompany: null,
  })
  expect(otherSide(withCompany, 'seller')).toMatchObject({ name: 'buyer', path: '/profile/buyer', ownCompany: company })
  expect(otherSide(ofTwo, 'anna')).toMatchObject({ name: 'boris', ownCompany: null })
})

test('a message without text is told by its files', () => {
  const file = (type: string, name = 'а.pdf') => ({ type, name }) as MessageFile
  expect(summaryOf({ deleted_at: null, body: 'Да', files: [file('image/webp')] })).toBe('Да')
  expect(summaryOf({ deleted_at: null, body: '', files: [file('image/webp')] })).toBe('Снимок')
  expect(summaryOf({ deleted_at: null, body: '', files: [file('image/webp'), file('image/webp')] })).toBe('Снимки: 2')
  expect(summaryOf({ deleted_at: null, body: '', files: [file('application/pdf')] })).toBe('а.pdf')
  expect(summaryOf({ deleted_at: null, body: '', files: [file('application/pdf'), file('image/webp')] })).toBe(
    'Файлы: 2',
  )
  expect(summaryOf({ deleted_at: null, body: '', files: [] })).toBe('Файлы удалены')
  expect(summaryOf({ deleted_at: '2026-11-21T12:00:00Z', body: '', files: [] })).toBe('Сообщение удалено')
})
