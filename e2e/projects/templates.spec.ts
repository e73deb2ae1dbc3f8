import { expect, test } from '@playwright/test'
import { callApi, personalBoard } from '../boards.ts'
import { accessibilityViolations, collectErrors, overflow } from '../screen-checks.ts'

test('projects, boards and tasks are created from templates, and saved as templates', {
  tag: '@long',
}, async ({ page }) => {
  const errors = collectErrors(page)
  await personalBoard(page)
  await page.goto('/app/projects')
  await page.getByRole('main').getByRole('button', { name: 'New project' }).click()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await expect(dialog.getByRole('radio', { name: 'Simple board' })).toBeChecked()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Magazine')
  await dialog.getByRole('radio', { name: 'Editorial' }).check()
  await expect(dialog).toContainText('Ideas · Writing · Editing · Scheduled · Published')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 720 })
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('region', { name: 'Scheduled' })).toBeVisible()
  const { items } = await callApi<{ items: { id: number; name: string }[] }>(page, 'GET', '/project')
  const project = `/app/project/${items.find(({ name }) => name === 'Magazine')?.id}`

  await page.getByRole('link', { name: 'Article: how we work' }).click()
  const panel = page.getByRole('dialog', { name: 'Article: how we work' })
  await panel.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Save as template…' }).click()
  const saving = page.getByRole('dialog', { name: 'Save task as template' })
  await saving.getByRole('textbox', { name: 'Name' }).fill('Article')
  await saving.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByText('Template “Article” saved')).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Ideas column menu' }).click()
  await page.getByRole('menuitem', { name: 'New task from template…' }).click()
  const choosing = page.getByRole('dialog', { name: 'New task from template' })
  await choosing.getByRole('button', { name: /^Article/ }).click()
  const ideas = page.getByRole('region', { name: 'Ideas' })
  await expect(ideas.getByRole('link', { name: 'Article: how we work' })).toBeVisible()

  await page.getByRole('button', { name: 'Board menu' }).click()
  await page.getByRole('menuitem', { name: 'Save as template…' }).click()
  await page
    .getByRole('dialog', { name: 'Save board as template' })
    .getByRole('button', { name: 'Save template' })
    .click()
  await expect(page.getByText('Template “Editorial plan” saved')).toBeVisible()
  await page.goto(project)
  await page.getByRole('main').getByRole('button', { name: 'New board' }).click()
  const board = page.getByRole('dialog', { name: 'New board' })
  await board.getByRole('textbox', { name: 'Name' }).fill('Second plan')
  await board.getByRole('radio', { name: 'Editorial plan' }).check()
  await board.getByRole('switch', { name: 'Include 4 tasks' }).click({ force: true })
  await board.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('region', { name: 'Scheduled' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Article: how we work' })).toHaveCount(0)

  await page.goto(`${project}/settings`)
  const templates = page.getByRole('region', { name: 'Templates' })
  await expect(templates.getByRole('listitem')).toHaveCount(2)
  expect(await accessibilityViolations(page)).toEqual([])
  await templates.getByRole('button', { name: 'Delete Article' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(templates.getByRole('listitem')).toHaveCount(1)
  expect(errors).toEqual([])
})
