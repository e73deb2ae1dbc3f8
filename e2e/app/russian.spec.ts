import { expect, test } from '@playwright/test'
import { identityUrl, owner, tasksUrl } from '../atrium.ts'
import { addTasks, personalBoard } from '../boards.ts'
import { registerPerson, signInAtIdentityByApi } from '../people.ts'
import { accessibilityViolations } from '../screen-checks.ts'

test.use({ locale: 'ru-RU' })

test('field errors on the account pages are in Russian', { tag: '@long' }, async ({ page }) => {
  await signInAtIdentityByApi(page, await registerPerson())
  await page.goto(`${identityUrl}/account/contacts`)
  await page.getByRole('button', { name: 'Добавить контакт' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Контакт' }).fill('12')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog.getByText('введите номер телефона в международном формате')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Контакт' })).toHaveAttribute('aria-invalid', 'true')
})

test('field errors in the admin area are in Russian', { tag: '@long' }, async ({ page }) => {
  await signInAtIdentityByApi(page, owner)
  await page.goto(`${identityUrl}/admin/roles`)
  await page.getByRole('button', { name: 'Новая роль' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Название').fill('Читатели')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await expect(dialog.getByText('введите от 3 до 50 символов: a-z, 0-9, _ и -')).toBeVisible()
})

test('field errors in the application use the chosen language, not that of the browser', {
  tag: '@long',
}, async ({ page }) => {
  const { board } = await personalBoard(page)
  const others = Array.from({ length: 9 }, (_, index) => `Write chapter ${index + 1}`)
  await addTasks(page, board.columns[0]?.id, [...others, 'Write the text'])
  const expected = { en: "can't be in the future", ru: 'не может быть в будущем' }
  for (const [language, text] of Object.entries(expected)) {
    await page.context().addCookies([{ name: 'atrium_language', value: language, url: tasksUrl }])
    await page.goto('/app/time')
    await page
      .getByRole('button', { name: /^(Add time|Добавить время)$/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: /^(Task|Задача)/ }).fill('Write')
    await expect(page.getByRole('option')).toHaveCount(10)
    if (language === 'ru') expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('option', { name: /Write the text/ }).click()
    await dialog.getByLabel(/^(Day|День)/).fill('2999-01-01')
    await dialog.getByRole('button', { name: /^(Save|Сохранить)$/ }).click()
    await expect(dialog.getByText(text)).toBeVisible()
  }
})

test('error pages are in Russian', async ({ page }) => {
  await page.goto(`${identityUrl}/auth/authorize?client_id=unknown`)
  await expect(page.getByRole('heading')).toHaveText('Это приложение неизвестно или отключено')
})
