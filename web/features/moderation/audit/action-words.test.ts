import { expect, test } from 'vitest'
import { type AuditEntry, type AuditSubject, auditSubjects } from '#contract/moderation/audit.ts'
import { subjectOf, subjectPath } from './action-words.ts'

const entry = (subject: AuditSubject) =>
  ({ action: 'hide', subject, subject_id: '7', subject_name: 'Ива' }) as AuditEntry

test.each<[AuditSubject, string]>([
  ['post', '/post/7'],
  ['person', '/profile/7'],
  ['company', '/teams/get_current_team/7'],
  ['product', '/staff/listings/all?search=7'],
  ['genus', '/staff/directory/genera/7'],
  ['review', '/staff/reports/reviews/hidden'],
  ['species', '/staff/directory/species?search=7'],
])('links an action on a %s to its subject', (subject, path) => {
  expect(subjectPath(entry(subject))).toBe(path)
})

test('links every action', () => {
  for (const subject of auditSubjects) expect(subjectPath(entry(subject))).toMatch(/^\/[a-z]/)
})

test('reads one kind of subjects, or all, from the URL', () => {
  const read = (text: string) => subjectOf(new URLSearchParams(text))
  expect([read('subject=genus'), read(''), read('subject=tree'), read('subject=toString')]).toEqual([
    'genus',
    '',
    '',
    '',
  ])
})
