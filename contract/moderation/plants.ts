import { z } from 'zod'
import { call } from '../call.ts'
import { formText, integerId, lookup, optionalText, pageLinks, pageQuery, requiredText, searchText } from '../common.ts'
import { category } from '../plants.ts'
import { entryName, idParams, mergeForm, staffEntry } from './lookups.ts'
import { reasonForm } from './reason.ts'

const counted = { ...staffEntry, latin_name: z.string(), listings_count: z.int() }

export const staffGenus = z
  .object({
    ...counted,
    family: z.string(),
    /** Entries that are neither hidden nor merged. */
    species_count: z.int(),
  })
  .meta({ id: 'StaffGenus' })
export type StaffGenus = z.output<typeof staffGenus>

export const staffPlant = z
  .object({
    ...counted,
    genus: lookup,
    synonyms: z.string(),
    /** The categories in which it is offered. */
    categories: z.array(category),
  })
  .meta({ id: 'StaffPlant' })
export type StaffPlant = z.output<typeof staffPlant>

export const staffCategory = z.object({ ...category.shape, listings_count: z.int() }).meta({ id: 'StaffCategory' })
export type StaffCategory = z.output<typeof staffCategory>

const searchQuery = z.object({ search: optionalText(searchText()), ...pageQuery })

const was = { was: z.string() }
const latinName = requiredText('Напишите латинское название')

export const genusForm = z.object({ name: entryName, latin_name: latinName, family: formText() })
export const plantForm = z.object({
  name: entryName,
  latin_name: latinName,
  synonyms: formText(),
  categories: z.array(integerId).min(1, 'Выберите хотя бы одну категорию').max(100),
})

export const moderationPlantCalls = {
  'GET /staff/directory/genera/': call({
    access: 'staff',
    summary: 'Роды справочника по русскому или латинскому имени, скрытые и объединённые тоже',
    query: searchQuery,
    answer: z.object({ ...pageLinks, results: z.array(staffGenus) }),
  }),
  'GET /staff/directory/genera/:id/': call({
    access: 'staff',
    summary: 'Род со всеми его видами и сортами',
    params: idParams,
    answer: z.object({ genus: staffGenus, species: z.array(staffPlant) }),
  }),
  'POST /staff/directory/genera/': call({
    access: 'staff',
    summary: 'Добавить род',
    body: genusForm,
    answer: staffGenus,
    status: 201,
  }),
  'POST /staff/directory/genera/:id/edit/': call({
    access: 'staff',
    summary: 'Изменить род; объявления, связанные с его видами, меняются вместе с ним',
    params: idParams,
    body: genusForm.extend(was),
    answer: staffGenus,
  }),
  'POST /staff/directory/genera/:id/merge/': call({
    access: 'staff',
    summary: 'Объединить род с другим: виды и объявления переходят к нему',
    params: idParams,
    body: mergeForm,
    answer: staffGenus,
  }),
  'POST /staff/directory/genera/:id/hide/': call({
    access: 'staff',
    summary: 'Больше не предлагать род и его виды',
    params: idParams,
    body: reasonForm,
    answer: staffGenus,
  }),
  'POST /staff/directory/genera/:id/restore/': call({
    access: 'staff',
    summary: 'Снова предлагать скрытый род',
    params: idParams,
    answer: staffGenus,
  }),
  'GET /staff/directory/species/': call({
    access: 'staff',
    summary: 'Виды и сорта справочника по имени вместе с родом, латинскому имени, синониму или номеру',
    query: searchQuery,
    answer: z.object({ ...pageLinks, results: z.array(staffPlant) }),
  }),
  'POST /staff/directory/species/': call({
    access: 'staff',
    summary: 'Добавить вид или сорт',
    body: plantForm.extend({ genus: integerId }),
    answer: staffPlant,
    status: 201,
  }),
  'POST /staff/directory/species/:id/edit/': call({
    access: 'staff',
    summary: 'Изменить вид или сорт; связанные с ним объявления меняются вместе с ним',
    params: idParams,
    body: plantForm.extend(was),
    answer: staffPlant,
  }),
  'POST /staff/directory/species/:id/merge/': call({
    access: 'staff',
    summary: 'Объединить вид или сорт с другим: объявления переходят к нему',
    params: idParams,
    body: mergeForm,
    answer: staffPlant,
  }),
  'POST /staff/directory/species/:id/hide/': call({
    access: 'staff',
    summary: 'Больше не предлагать вид или сорт',
    params: idParams,
    body: reasonForm,
    answer: staffPlant,
  }),
  'POST /staff/directory/species/:id/restore/': call({
    access: 'staff',
    summary: 'Снова предлагать скрытый вид или сорт',
    params: idParams,
    answer: staffPlant,
  }),
  'GET /staff/directory/categories/': call({
    access: 'staff',
    summary: 'Категории с числом объявлений в каждой',
    answer: z.array(staffCategory),
  }),
  'POST /staff/directory/categories/:id/edit/': call({
    access: 'staff',
    summary: 'Переименовать категорию; её адрес остаётся',
    params: idParams,
    body: z.object({ name: entryName, ...was }),
    answer: staffCategory,
  }),
}
