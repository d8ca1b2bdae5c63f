import { z } from 'zod'
import { call } from '../call.ts'
import { formText, integerId, integerIdText, limits, lookup, requiredText } from '../common.ts'
import { reasonForm } from './reason.ts'

/** The short lists that forms and filters offer. */
export const lookupKinds = [
  'winter_hardiness',
  'growth_pattern',
  'place_of_cultivation',
  'crown_shape',
  'age_group',
  'root_packaging',
  'region',
  'specific',
  'delivery',
] as const
export const lookupKind = z.enum(lookupKinds)
export type LookupKind = z.output<typeof lookupKind>

/** Common fields of all entries of the directory and the lists. */
export const staffEntry = {
  id: integerId,
  name: z.string(),
  /** No longer offered; still shown where it is used. */
  is_hidden: z.boolean(),
  /** The entry that replaced it; a merged entry cannot be changed any more. */
  merged_into: lookup.nullable(),
}

export const staffLookup = z
  .object({
    ...staffEntry,
    kind: lookupKind,
    description: z.string(),
    /** Products that use it; companies for regions, specifics and deliveries. */
    uses_count: z.int(),
  })
  .meta({ id: 'StaffLookup' })
export type StaffLookup = z.output<typeof staffLookup>

export const entryName = requiredText('Напишите название')

export const newLookupForm = z.object({ kind: lookupKind, name: entryName, description: formText(limits.shortText) })
/** `was`: the name that the moderator saw, so that a concurrent change is not overwritten. */
export const editLookupForm = z.object({
  was: z.string(),
  name: entryName,
  description: formText(limits.shortText),
})
/** `into`: the entry that replaces this one. */
export const mergeForm = reasonForm.extend({ into: integerId })

export const idParams = z.object({ id: integerIdText })

export const moderationLookupCalls = {
  'GET /staff/lookups/:kind/': call({
    access: 'staff',
    summary: 'Все записи списка, скрытые и объединённые тоже, и сколько раз каждая стоит в объявлениях или у компаний',
    params: z.object({ kind: lookupKind }),
    answer: z.array(staffLookup),
  }),
  'POST /staff/lookups/': call({
    access: 'staff',
    summary: 'Добавить запись в список',
    body: newLookupForm,
    answer: staffLookup,
    status: 201,
  }),
  'POST /staff/lookups/:id/edit/': call({
    access: 'staff',
    summary: 'Переименовать запись списка или изменить её пояснение',
    params: idParams,
    body: editLookupForm,
    answer: staffLookup,
  }),
  'POST /staff/lookups/:id/merge/': call({
    access: 'staff',
    summary: 'Заменить запись списка другой везде, где она стоит; сама она скрывается',
    params: idParams,
    body: mergeForm,
    answer: staffLookup,
  }),
  'POST /staff/lookups/:id/hide/': call({
    access: 'staff',
    summary: 'Больше не предлагать запись списка',
    params: idParams,
    body: reasonForm,
    answer: staffLookup,
  }),
  'POST /staff/lookups/:id/restore/': call({
    access: 'staff',
    summary: 'Снова предлагать скрытую запись списка',
    params: idParams,
    answer: staffLookup,
  }),
}
