import { expect, test } from '@playwright/test'
import { personalBoard } from '../boards.ts'
import { accessibilityViolations, collectErrors, overflow } from '../screen-checks.ts'

test('a manager creates a form, and what a visitor sends becomes a card', async ({ page, browser }) => {
  const errors = collectErrors(page)
  const { board } = await personalBoard(page)
  await page.goto(`/app/project/${board.projectId}/settings`)
  const section = page.getByRole('region', { name: 'Forms' })
  await section.getByRole('switch', { name: 'Accept entries' }).click({ force: true })
  await expect(section.getByRole('switch', { name: 'Accept entries' })).toBeChecked()
  await section.getByRole('button', { name: 'Create form' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Feedback')
  await dialog.getByRole('textbox', { name: 'Introduction' }).fill('What can we do better?')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create form' }).click()
  const url = String(await section.getByRole('link', { name: 'Open the form' }).getAttribute('href'))

  const visitor = await (
    await browser.newContext({ locale: 'ru-RU', javaScriptEnabled: true, serviceWorkers: 'block' })
  ).newPage()
  await visitor.goto(url)
  await expect(visitor.getByText('What can we do better?')).toBeVisible()
  expect(await accessibilityViolations(visitor)).toEqual([])
  await visitor.setViewportSize({ width: 320, height: 700 })
  await expect.poll(() => overflow(visitor)).toBeLessThanOrEqual(0)
  await visitor.getByRole('textbox', { name: 'Тема' }).fill('Больше отчётов')
  await visitor.getByLabel('Ваш адрес электронной почты').fill('ada@example.org')
  await visitor.getByRole('button', { name: 'Отправить' }).click()
  await expect(visitor.getByRole('heading', { name: 'Спасибо' })).toBeVisible()
  await visitor.context().close()

  await page.goto(`/app/board/${board.id}`)
  await expect(page.getByRole('link', { name: 'Больше отчётов' })).toBeVisible()
  expect(errors).toEqual([])
})
