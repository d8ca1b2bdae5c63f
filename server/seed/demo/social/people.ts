import { type DemoPerson, demoCompanies } from '../companies.ts'

const companyPeople = demoCompanies.flatMap(({ creator, employees }) => [creator, ...employees])

/** Landscape designers, contractors, gardeners and a driver. All are invented. */
export const otherPeople: DemoPerson[] = [
  { name: 'Анна Ветрова', email: 'anna@demo.dendro.example' },
  { name: 'Михаил Горелов', email: 'gorelov@demo.dendro.example' },
  { name: 'Ирина Сотникова', email: 'sotnikova@demo.dendro.example' },
  { name: 'Пётр Зайцев', email: 'zaytsev@demo.dendro.example' },
  { name: 'Дарья Лапина', email: 'lapina@demo.dendro.example' },
  { name: 'Тимур Ахметов', email: 'akhmetov@demo.dendro.example' },
  { name: 'Людмила Кузнецова', email: 'kuznetsova@demo.dendro.example' },
  { name: 'Константин Орлов', email: 'orlov@demo.dendro.example' },
  { name: 'Юрий Мельник', email: 'melnik@demo.dendro.example' },
  { name: 'Екатерина Соболь', email: 'sobol@demo.dendro.example' },
  { name: 'Андрей Воронин', email: 'voronin@demo.dendro.example' },
  { name: 'Наталья Фролова', email: 'frolova@demo.dendro.example' },
  { name: 'Валерия Дьяченко', email: 'dyachenko@demo.dendro.example' },
  { name: 'Степан Егоров', email: 'egorov@demo.dendro.example' },
  { name: 'Полина Рыбакова', email: 'rybakova@demo.dendro.example' },
  { name: 'Олег Никитин', email: 'nikitin@demo.dendro.example' },
  { name: 'Вероника Тарасова', email: 'tarasova@demo.dendro.example' },
  { name: 'Артём Белов', email: 'belov@demo.dendro.example' },
  { name: 'Вадим Гусев', email: 'gusev@demo.dendro.example' },
  { name: 'Зоя Шубина', email: 'shubina@demo.dendro.example' },
  { name: 'Григорий Мороз', email: 'moroz@demo.dendro.example' },
  { name: 'Лев Пак', email: 'pak@demo.dendro.example' },
  { name: 'Маргарита Ильина', email: 'ilyina@demo.dendro.example' },
  { name: 'Фёдор Чернов', email: 'chernov@demo.dendro.example' },
  { name: 'Алёна Савина', email: 'savina@demo.dendro.example' },
]

/** A person's key in the posts: the part of the e-mail before '@'. */
export const keyOf = ({ email }: DemoPerson): string => email.split('@')[0] ?? ''

export const demoPeople: DemoPerson[] = [...companyPeople, ...otherPeople]

/** A designer, the creator of a nursery and an employee of the same nursery; README documents them and the password. */
export const demoAccounts = ['anna', 'malakhov', 'kurbatova']
export const demoPassword = 'tri-lipy-u-kalitki'
