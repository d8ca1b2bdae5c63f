import type { InputOf } from '#contract/calls.ts'
import { expectFits, violationsOf } from './axe.ts'
import { expect, mark, open, type Page, test, widths } from './fixtures.ts'
import { apiAs, emailTo, type Member, newEmail, newMember, signIn } from './member.ts'

type NewTeam = InputOf<'POST /teams/', 'body'>

const company = (some: Partial<NewTeam> = {}): NewTeam => ({
  company_name: 'Питомник «Тёплый склон»',
  team_zipcode: '7707083893',
  team_phone: '+7 495 000-00-01',
  team_address: 'Поле за рекой',
  team_city: 'Московская область',
  ...some,
})

const makeCompany = (member: Member, some?: Partial<NewTeam>) =>
  apiAs(member).call('POST /teams/', { body: company(some) })

/** The value of a company's detail with this label. */
const fact = (page: Page, label: string) =>
  page
    .getByRole('region', { name: 'Информация о компании' })
    .locator('div', { has: page.getByText(label, { exact: true }) })
    .last()

test('a company is created: missing fields are reported, an invalid INN is refused', async ({ page, api }) => {
  const member = await newMember(api)
  await signIn(page, member)
  await open(page, '/products/my_products')
  await expect(page.getByText('Тут пока пусто.')).toBeVisible()
  await page.getByRole('link', { name: 'Создать компанию' }).click()
  await expect(page).toHaveTitle('Новая компания | Дендро')

  await page.getByRole('button', { name: 'Готово' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Не все обязательные поля заполнены' })).toBeVisible()
  // The toast also reports it, visible at the button at the foot of the form.
  await expect(page.getByText('Не все поля заполнены', { exact: true })).toBeVisible()
  for (const [label, message] of [
    ['Наименование компании', 'Не заполнено наименование компании'],
    ['ИНН', 'Не заполнен ИНН компании'],
    ['Регион', 'Не заполнен город компании'],
    ['Адрес', 'Не заполнен адрес компании'],
    ['Телефон компании', 'Не заполнен телефон для связи'],
  ])
    await expect(page.getByLabel(label ?? '')).toHaveAccessibleDescription(new RegExp(`^${message}`))
  await expect(page.getByLabel('Наименование компании')).toBeFocused()

  const inn = page.getByLabel('ИНН')
  await expect(inn).toHaveAttribute('placeholder', '12 цифр')
  await expect(page.getByLabel('Страна')).toHaveValue('Россия')
  for (const [number, reason] of [
    ['770708389', /^В ИНН 10 цифр у организации или 12 у предпринимателя, а здесь 9/],
    ['7707-083893', /^В ИНН бывают только цифры/],
    ['0000000000', /^Такого ИНН не бывает: проверьте цифры$/],
    ['123456789012', /^Такого ИНН не бывает: проверьте цифры$/],
  ] as const) {
    await inn.fill(number)
    await expect(inn).toHaveAccessibleDescription(reason)
  }
  await page.getByLabel('Наименование компании').fill('Питомник «Тёплый склон»')
  await page.getByLabel('Специфика').selectOption('Питомник растений')
  await page.getByLabel('Регион').selectOption('Московская область')
  await page.getByLabel('Адрес').fill('Поле за рекой')
  await page.getByLabel('Телефон компании').fill('+7 495 000-00-01')
  await page.getByLabel('Доставка').selectOption('Самовывоз')
  await page.getByLabel('Хранение купленного товара').check()
  let sent = 0
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/api/teams/')) sent++
  })
  await page.getByRole('button', { name: 'Готово' }).click()
  await expect(inn).toBeFocused()
  await expect(inn).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Не все обязательные поля заполнены')).toBeHidden()
  expect(sent).toBe(0)
  await inn.fill('500100732259')
  await expect(inn).toHaveAccessibleDescription('ИНН предпринимателя')
  await page.getByRole('button', { name: 'Готово' }).click()

  await expect(page.getByText('Информация успешно сохранена')).toBeVisible()
  await expect(page).toHaveURL(/\/products\/my_products$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Мои растения — Питомник «Тёплый склон»')
  await expect(page.getByRole('link', { name: 'Добавить растение' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('team.company_name'))).toBe('Питомник «Тёплый склон»')
  expect(await apiAs(member).call('GET /teams/get_my_team/')).toMatchObject({
    team_zipcode: '500100732259',
    team_city: { name: 'Московская область' },
    team_specific: { name: 'Питомник растений' },
    delivery: { name: 'Самовывоз' },
    safekeeping: true,
    unloading: false,
  })

  await open(page, '/teams/add-team')
  await expect(page).toHaveURL(/\/teams\/team$/)
})

test('tax numbers of other countries are not checked', async ({ page, api }) => {
  const member = await newMember(api)
  await signIn(page, member)
  await open(page, '/teams/add-team')
  for (const [label, text] of Object.entries({
    'Наименование компании': 'Сад',
    ИНН: 'УНП 190000001',
    Адрес: 'Поле',
    'Телефон компании': '+375 17 000-00-01',
  }))
    await page.getByLabel(label).fill(text)
  await page.getByLabel('Регион').selectOption('Смоленская область')
  await page.getByRole('button', { name: 'Готово' }).click()
  await expect(page.getByLabel('ИНН')).toHaveAccessibleDescription(/^В ИНН бывают только цифры/)
  await page.getByLabel('Страна').fill('Беларусь')
  await page.getByRole('button', { name: 'Готово' }).click()
  await expect(page).toHaveURL(/\/products\/my_products$/)
  expect(await apiAs(member).call('GET /teams/get_my_team/')).toMatchObject({
    team_zipcode: 'УНП 190000001',
    team_country: 'Беларусь',
    is_verified: false,
  })
})

test('errors of the server are shown, and the typed values stay', async ({ page, api, problems }) => {
  problems.allow(/400/)
  await signIn(page, await newMember(api))
  await open(page, '/teams/add-team')
  for (const [label, text] of Object.entries({
    'Наименование компании': 'Сад',
    ИНН: '7707083893',
    Адрес: 'Поле',
    'Телефон компании': '+7 495 000-00-01',
  }))
    await page.getByLabel(label).fill(text)
  await page.getByLabel('Регион').selectOption('Тверская область')
  await page.route('**/api/teams/', route =>
    route.fulfill({
      status: 400,
      contentType: 'application/problem+json',
      json: {
        code: 'INVALID_INPUT',
        detail: 'Проверьте поля.',
        fields: { team_address: [{ message: 'Не заполнен адрес компании', code: 'required' }] },
      },
    }),
  )
  await page.getByRole('button', { name: 'Готово' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Не все поля заполнены' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Не все обязательные поля заполнены' })).toBeVisible()
  await expect(page.getByLabel('Адрес')).toHaveAccessibleDescription('Не заполнен адрес компании')
  await expect(page.getByLabel('Адрес')).toBeFocused()
  await expect(page.getByLabel('Наименование компании')).toHaveValue('Сад')

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Готово' }).click()
  // No page was open before this screen.
  await expect(page).toHaveURL(/\/products\/my_products$/)
})

test('the creator sees the company and changes it', async ({ page, api }) => {
  const member = await newMember(api)
  const team = await makeCompany(member, { safekeeping: true })
  await signIn(page, member)
  await open(page, '/teams/team')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(team.company_name)
  await expect(fact(page, 'Хранение купленного')).toContainText('ДА')
  await expect(fact(page, 'Разгрузка')).toContainText('НЕТ')
  await expect(page.getByText('Чтобы изменить ИНН или название компании')).toBeVisible()
  await expect(page.getByRole('link', { name: /^support@/ })).toHaveAttribute('href', /^mailto:/)

  await page.getByRole('link', { name: 'Изменить' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(team.company_name)
  await expect(page.getByText('ИНН 7707083893')).toBeVisible()
  await expect(page.getByLabel('Регион')).toHaveValue('Московская область')
  await expect(page.getByLabel('Хранение купленного товара')).toBeChecked()
  await page.getByLabel('Телефон компании').fill('')
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByLabel('Телефон компании')).toHaveAccessibleDescription(/^Не заполнен телефон для связи/)
  await page.getByLabel('Телефон компании').fill('+7 495 000-00-99')
  await page.getByLabel('Рассказ о компании').fill('Растим липы.')
  await page.getByLabel('Разгрузка товара').check()
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()

  await expect(page.getByText('Информация сохранена')).toBeVisible()
  await expect(page).toHaveURL(/\/teams\/team$/)
  await expect(fact(page, 'Телефон')).toContainText('+7 495 000-00-99')
  await expect(fact(page, 'Разгрузка')).toContainText('ДА')
  await expect(page.getByText('Растим липы.')).toBeVisible()
})

test('an employee is signed up into the company, gets an email and is removed', async ({ page, api }) => {
  const member = await newMember(api)
  await makeCompany(member)
  await signIn(page, member)
  await open(page, '/teams/team')
  await page.getByRole('link', { name: 'Добавить сотрудника' }).click()

  await page.getByRole('button', { name: 'Готово' }).click()
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([
    'Не заполнено имя',
    'Не заполнен email',
    'Не заполнен пароль',
  ])
  const email = newEmail()
  await page.getByLabel('Полное имя').fill('Пётр Клёнов')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Пароль', exact: true }).fill('rosa-canina-28')
  await page.getByRole('textbox', { name: 'Повторите пароль' }).fill('rosa-canina-29')
  await page.getByRole('button', { name: 'Готово' }).click()
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText(['Пароли не совпадают'])
  await page.getByRole('textbox', { name: 'Повторите пароль' }).fill('rosa-canina-28')
  await page.getByRole('button', { name: 'Готово' }).click()

  await expect(
    page.getByText('Сотрудник зарегистрирован. Учётную запись нужно подтвердить по ссылке в email.'),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/teams\/team$/)
  await expect(page.getByRole('row', { name: `Пётр Клёнов ${email}` })).toBeVisible()
  expect((await emailTo(email)).link).toContain('activateemail')

  await page.getByRole('button', { name: 'Исключить: Пётр Клёнов' }).click()
  const dialog = page.getByRole('dialog', { name: 'Исключить сотрудника?' })
  await expect(dialog).toContainText('останутся без ответственного')
  await dialog.getByRole('button', { name: 'Отмена' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Исключить: Пётр Клёнов' }).click()
  await dialog.getByRole('button', { name: 'Исключить', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('a person who has an account is added without a new one', async ({ page, api }) => {
  const [member, colleague] = [await newMember(api), await newMember(api, { name: 'Ольга Липова' })]
  await makeCompany(member)
  await signIn(page, member)
  await open(page, '/teams/add-member')
  await page.getByLabel('Полное имя').fill('Ольга')
  await page.getByLabel('Email').fill(colleague.email)
  await page.getByRole('textbox', { name: 'Пароль', exact: true }).fill('rosa-canina-28')
  await page.getByRole('textbox', { name: 'Повторите пароль' }).fill('rosa-canina-28')
  await page.getByRole('button', { name: 'Готово' }).click()
  await expect(page.getByText('Что-то пошло не так. Попробуйте снова.')).toBeVisible()
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Добавить в компанию' }).click()
  await expect(page).toHaveURL(/\/teams\/team$/)
  await expect(page.getByRole('row', { name: `Ольга Липова ${colleague.email}` })).toBeVisible()
})

test('when only joining the company fails, the next try does not sign up again', async ({ page, api, problems }) => {
  problems.allow(/503/)
  const member = await newMember(api)
  await makeCompany(member)
  await signIn(page, member)
  await open(page, '/teams/add-member')
  const email = newEmail()
  await page.getByLabel('Полное имя').fill('Пётр Клёнов')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Пароль', exact: true }).fill('rosa-canina-28')
  await page.getByRole('textbox', { name: 'Повторите пароль' }).fill('rosa-canina-28')
  let signups = 0
  page.on('request', request => {
    if (request.url().endsWith('/api/signup/')) signups++
  })
  await page.route('**/api/teams/add_member/', route =>
    route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', detail: 'Сервер сейчас занят.' } }),
  )
  await page.getByRole('button', { name: 'Готово' }).click()
  await expect(page.getByRole('alert').getByText('Сервер сейчас занят.')).toBeVisible()
  await expect(page.getByText('уже создана, осталось добавить её в компанию')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Готово' }).click()
  await expect(page.getByRole('row', { name: `Пётр Клёнов ${email}` })).toBeVisible()
  expect(signups).toBe(1)
})

test('an employee is notified of the company, sees it without edit buttons and leaves it', async ({ page, api }) => {
  const [creator, employee] = [await newMember(api, { name: 'Анна Полевая' }), await newMember(api, { name: 'Пётр' })]
  await makeCompany(creator)
  await signIn(page, employee)
  await open(page, '/teams/team')
  await expect(page.getByText('Вы пока не в компании')).toBeVisible()
  await expect(page.getByRole('main').getByText(employee.email)).toBeVisible()

  await apiAs(creator).call('POST /teams/add_member/', { body: { email: employee.email } })
  await open(page, '/notifications')
  const stays = await mark(page)
  await expect(page.getByRole('link', { name: 'Уведомления, есть непрочитанные' })).toBeVisible()
  await page.getByRole('button', { name: 'Читать' }).click()
  await expect(page).toHaveURL(/\/teams\/team$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Питомник «Тёплый склон»')
  await expect(page.getByRole('link', { name: 'Уведомления', exact: true })).toBeVisible()
  expect(await stays()).toBe(true)
  await expect(page.getByRole('link', { name: 'Добавить сотрудника' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Изменить' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Исключить/ })).toBeHidden()

  for (const path of ['/teams/edit-team', '/teams/add-member']) {
    await open(page, path)
    await expect(page.getByText('Это может только создатель компании')).toBeVisible()
    await expect(page.getByText('Анна Полевая')).toBeVisible()
  }
  await page.getByRole('link', { name: 'К моей компании' }).click()
  await page.getByRole('button', { name: 'Покинуть компанию' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Покинуть' }).click()
  await expect(page.getByText('Вы пока не в компании')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('team.id'))).toBe('')
})

test('an added person is asked whether visitors see their e-mail, and can change the answer', async ({
  page,
  api,
  browser,
}) => {
  const [creator, employee] = [await newMember(api, { name: 'Анна Полевая' }), await newMember(api, { name: 'Пётр' })]
  const team = await makeCompany(creator)
  await apiAs(creator).call('POST /teams/add_member/', { body: { email: employee.email } })
  const visitor = await browser.newPage()
  const address = `/teams/get_current_team/${team.id}`
  await open(visitor, address)
  await expect(visitor.getByRole('row', { name: 'Пётр Не показан' })).toBeVisible()

  await signIn(page, employee)
  await open(page, '/notifications')
  await expect(page.getByRole('group', { name: 'E-mail на странице компании' })).toBeVisible()
  await page.getByRole('button', { name: 'Показывать e-mail на странице компании' }).click()
  await expect(page.getByText('Ваш e-mail виден на странице компании')).toBeVisible()
  await expect(page.getByText('У вас нет непрочитанных сообщений!')).toBeVisible()
  await expect(page).toHaveURL(/\/notifications$/)
  await open(visitor, address)
  await expect(visitor.getByRole('row', { name: `Пётр ${employee.email}` })).toBeVisible()

  await open(page, '/teams/team')
  const choice = page.getByLabel('Показывать мой e-mail на странице компании')
  await expect(choice).toBeChecked()
  await choice.click()
  await expect(page.getByText('Посетители не видят ваш e-mail')).toBeVisible()
  await expect(choice).not.toBeChecked()
  await expect(page.getByRole('row', { name: `Пётр ${employee.email}` })).toBeVisible()
  await open(visitor, address)
  await expect(visitor.getByRole('row', { name: 'Пётр Не показан' })).toBeVisible()
  await visitor.close()
})

for (const width of widths)
  test(`the question about the e-mail fits ${width} px, and «Не показывать» answers it`, async ({ page, api }) => {
    const [creator, employee] = [await newMember(api), await newMember(api)]
    await makeCompany(creator)
    await apiAs(creator).call('POST /teams/add_member/', { body: { email: employee.email } })
    await page.setViewportSize({ width, height: 740 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, employee)
    await open(page, '/notifications')
    const refusal = page.getByRole('button', { name: 'Не показывать', exact: true })
    await expect(refusal).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await violationsOf(page)).toEqual([])
    await refusal.click()
    await expect(page.getByText('У вас нет непрочитанных сообщений!')).toBeVisible()
    await open(page, '/teams/team')
    await expect(page.getByLabel('Показывать мой e-mail на странице компании')).not.toBeChecked()
  })

test('a group of notifications links to its subject and becomes read, and an error restores it', async ({
  page,
  api,
  problems,
}) => {
  problems.allow(/503/)
  const [author, ...readers] = [
    await newMember(api, { name: 'Анна Полевая' }),
    await newMember(api, { name: 'Игорь Малахов' }),
    await newMember(api, { name: 'Вера Лесная' }),
    await newMember(api, { name: 'Пётр Клёнов' }),
  ]
  const write = (body: string) => apiAs(author).call('POST /posts/create/', { body: { body } })
  const [spruce, thuja] = [
    await write('Ищу ель сизую\nс комом'),
    await write(`Продам тую. ${'Растёт густо. '.repeat(30)}`),
  ]
  for (const { id } of [spruce, thuja])
    for (const reader of readers) await apiAs(reader).call('POST /posts/:id/like/', { params: { id } })
  await signIn(page, author)
  await page.route('**/api/notifications/read_group/*/', route =>
    route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', detail: 'Сервер сейчас занят.' } }),
  )
  await open(page, '/notifications')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveText([
    /^Пётр Клёнов и ещё двое ставят «Нравится» вашей записи\. Не прочитано\.Продам тую\. Растёт.*….* назад/,
    /^Пётр Клёнов и ещё двое ставят «Нравится» вашей записи\. Не прочитано\.Ищу ель сизую с комом/,
  ])
  await rows.first().getByRole('button', { name: 'Читать' }).click()
  await expect(page.getByText('Сервер сейчас занят.')).toBeVisible()
  await expect(rows.getByRole('button', { name: 'Читать' })).toHaveCount(2)

  await page.unroute('**/api/notifications/read_group/*/')
  await rows.last().getByRole('button', { name: 'Читать' }).click()
  await expect(page).toHaveURL(new RegExp(`/post/${spruce.id}`))
  await page.goBack()
  await expect(rows.last()).not.toContainText('Не прочитано')
  await expect(rows.getByRole('button', { name: 'Читать' })).toHaveCount(1)
  // The whole row is a link, including its empty areas.
  const { x, y, width, height } = (await rows.first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.click(x + width - 4, y + height - 4)
  await expect(page).toHaveURL(new RegExp(`/post/${thuja.id}`))
  await expect(page.getByRole('link', { name: 'Уведомления', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('У вас нет непрочитанных сообщений!')).toBeVisible()
  await expect(rows).toHaveCount(2)
})

for (const width of widths)
  test(`«Прочитать все» at ${width} px marks all as read, in other tabs too, and later ones are announced`, async ({
    page,
    api,
    context,
  }) => {
    const [author, reader] = [
      await newMember(api, { name: 'Анна Полевая' }),
      await newMember(api, { name: `Константин ${'Длиннофамильский-'.repeat(8)}` }),
    ]
    for (let number = 0; number < 32; number++) {
      const { id } = await apiAs(author).call('POST /posts/create/', {
        body: { body: `${number} ${'ёлка'.repeat(60)}` },
      })
      await apiAs(reader).call('POST /posts/:id/like/', { params: { id } })
    }
    await page.setViewportSize({ width, height: 740 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, author)
    const tab = await context.newPage()
    await open(tab, '/notifications')
    await open(page, '/notifications')
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows).toHaveCount(30)
    await page.getByRole('button', { name: 'Показать ещё' }).click()
    await expect(rows).toHaveCount(32)
    await expect(page.getByRole('button', { name: 'Показать ещё' })).toBeHidden()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await violationsOf(page)).toEqual([])

    await page.getByRole('button', { name: 'Прочитать все' }).click()
    for (const each of [page, tab]) {
      await expect(each.getByText('У вас нет непрочитанных сообщений!')).toBeVisible()
      await expect(each.getByRole('link', { name: 'Уведомления', exact: true })).toBeVisible()
      await expect(each.getByRole('button', { name: /^(?:Читать|Прочитать все)$/ })).toHaveCount(0)
    }
    await expect(rows).toHaveCount(32)
    await apiAs(reader).call('POST /friends/:id/request/', { params: { id: author.id } })
    for (const each of [page, tab])
      await expect(each.getByRole('button', { name: 'Читать', exact: true })).toHaveCount(1)
    await tab.close()
  })

test('without notifications the screen says so', async ({ page, api }) => {
  await signIn(page, await newMember(api))
  await open(page, '/notifications')
  await expect(page.getByText('У вас нет непрочитанных сообщений!')).toBeVisible()
})

type Check = (path: string, ready: string, act?: () => Promise<void>) => Promise<void>

/** The screens of each kind of person, and what to expect there. */
const tours: Record<string, (member: Member, check: Check, submit: () => Promise<void>) => Promise<void>> = {
  'without a company': async (_, check, submit) => {
    await check('/teams/team', 'Вы пока не в компании')
    await check('/notifications', 'У вас нет непрочитанных сообщений!')
    await check('/teams/add-team', 'Наименование компании', submit)
  },
  'of a company': async (member, check, submit) => {
    await makeCompany(member)
    const email = `konstantin-konstantinovich-${newEmail()}`
    const password = 'rosa-canina-28'
    const api = apiAs(member)
    await api.call('POST /signup/', {
      body: { name: 'Константин Остролистный', email, password1: password, password2: password },
    })
    await api.call('POST /teams/add_member/', { body: { email } })
    await check('/teams/team', 'Информация о компании')
    await check('/teams/statistics', 'Пока считать нечего')
    await check('/teams/edit-team', 'Сохранить')
    await check('/teams/add-member', 'Полное имя', submit)
  },
}
for (const [name, tour] of Object.entries(tours))
  test(`screens ${name}: axe finds nothing at any width in either theme, and nothing overflows`, async ({
    page,
    api,
  }) => {
    const member = await newMember(api)
    // Without transitions, during which colours would be measured.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, member)
    const check: Check = async (path, ready, act) => {
      await open(page, path)
      await expect(page.getByText(ready).first()).toBeVisible()
      await act?.()
      await test.step(path, () => expectFits(page))
    }
    await tour(member, check, () => page.getByRole('button', { name: 'Готово' }).click())
  })

test('a company states its place; its coordinates are not shown to others', async ({ page, api, problems }) => {
  problems.allow(/400/)
  const member = await newMember(api)
  const { id } = await makeCompany(member, { team_city: 'Тверская область' })
  await signIn(page, member)
  await open(page, '/teams/edit-team')
  const place = page.getByLabel('Населённый пункт')
  await place.fill('Неведомо')
  // An open list hides the rest of the page from screen readers.
  await place.press('Tab')
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(place).toHaveAccessibleDescription(/^Выберите место из списка/)
  await expect(place).toHaveValue('Неведомо')
  await place.fill('торж')
  await page.getByRole('option', { name: 'Торжок, Тверская область' }).click()
  await expect(place).toHaveValue('Торжок, Тверская область')
  const coordinates = page.getByLabel('Координаты')
  await coordinates.fill('34.9677, 57.0373')
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(coordinates).toHaveAccessibleDescription(/^Это место не в России/)
  await coordinates.fill('57.0373, 34.9677')
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect(page.getByText('Информация сохранена')).toBeVisible()
  expect(await apiAs(member).call('GET /teams/get_my_team/')).toMatchObject({
    place: { name: 'Торжок' },
    coordinates: { latitude: 57.0373, longitude: 34.9677 },
  })
  await open(page, '/teams/edit-team')
  await expect(page.getByLabel('Координаты')).toHaveValue('57.0373, 34.9677')
  await expect(page.getByLabel('Населённый пункт')).toHaveValue('Торжок, Тверская область')

  await open(page, `/teams/get_current_team/${id}`)
  await expect(fact(page, 'Населённый пункт')).toContainText('Торжок, Тверская область')
  expect(await page.content()).not.toContain('57.0373')
})

test('the place of a new company fills in its region', async ({ page, api }) => {
  await signIn(page, await newMember(api))
  await open(page, '/teams/add-team')
  await page.getByLabel('Населённый пункт').fill('Гатчина')
  await page.getByRole('option', { name: 'Гатчина, Ленинградская область' }).click()
  await expect(page.getByLabel('Регион')).toHaveValue('Ленинградская область')
})
