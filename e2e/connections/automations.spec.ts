import { expect, test } from '@playwright/test'
import { callApi, personalBoard } from '../boards.ts'
import { accessibilityViolations, checkInRussian, collectErrors, overflow } from '../screen-checks.ts'

test('a manager writes a rule, previews it, sees what it did, and presses a button', {
  tag: '@long',
}, async ({ page }) => {
  const errors = collectErrors(page)
  const { board } = await personalBoard(page)
  const { projectId } = board
  await page.goto('/app/projects')
  const create = async <Item>(path: string, body: object) =>
    (await callApi<{ item: Item }>(page, 'POST', path, body)).item
  const { id } = await create<{ id: number }>('/task', { title: 'Write the text', projectId })
  await create('/task', { title: 'Something else', projectId })

  await page.goto(`/app/project/${projectId}/settings`)
  const section = page.getByRole('region', { name: 'Automations' })
  await section.getByRole('button', { name: 'Add automation' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Say that it is done' }).click()
  await dialog.getByRole('combobox', { name: 'When', exact: true }).click()
  await page.getByRole('option', { name: 'A task is created' }).click()
  await dialog.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Title', exact: true }).click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('text')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Show what it would have matched last week' }).click()
  await expect(dialog.getByText('1 task would have matched')).toBeVisible()
  await expect(dialog.getByRole('link', { name: /Write the text/ })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 720 })
  await dialog.getByRole('button', { name: 'Add automation' }).click()
  await expect(section.getByText('When a task is created and Title: contains text → comment')).toBeVisible()

  const { id: second } = await create<{ id: number }>('/task', { title: 'Another text', projectId })
  await section.getByRole('button', { name: 'Runs of Say that it is done' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: /Another text/ })).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Done', { exact: true })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  const inRussian = page.getByRole('region', { name: 'Автоматизации' })
  await checkInRussian(page, () => inRussian.getByRole('button', { name: /^Запуски/ }).click())
  await checkInRussian(page, () => inRussian.getByRole('button', { name: /^Изменить/ }).click())

  await create(`/project/${projectId}/automation`, {
    name: 'Remind',
    trigger: { type: 'schedule', at: 'mon,thu 09:00', timeZone: 'Europe/Berlin' },
    condition: 'priority = high',
    actions: [{ type: 'comment', text: 'Any news?' }],
  })
  await checkInRussian(page, () =>
    expect(inRussian.getByText('Понедельник, четверг в 09:00 и Приоритет: Высокий →')).toBeVisible(),
  )
  await create(`/project/${projectId}/automation`, {
    name: 'Hand over',
    trigger: { type: 'button' },
    actions: [{ type: 'comment', text: 'Please continue with {task.title}' }],
  })
  await page.goto(`/app/task/${second}`)
  await expect(page.getByText(/is ready for you to look at/)).toBeVisible()
  await page.goto(`/app/task/${id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Hand over' }).click()
  await expect(page.getByText('“Hand over” started')).toBeVisible()
  await expect(page.getByText('Please continue with Write the text')).toBeVisible()
  expect(errors).toEqual([])
})
