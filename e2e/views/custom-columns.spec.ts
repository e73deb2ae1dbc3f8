import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { callApi, personalBoard } from '../boards.ts'
import { chooseOption } from '../choose-option.ts'
import { accessibilityViolations, overflow } from '../screen-checks.ts'

interface Field {
  id: number
  options: { id: number }[]
}

async function createField(page: Page, projectId: number, field: object) {
  return (await callApi<{ item: Field }>(page, 'POST', `/project/${projectId}/field`, field)).item
}

function cell(page: Page, title: string, column: string) {
  return page.getByRole('row').filter({ hasText: title }).locator(`[data-cell="${column}"]`)
}

test('custom fields are columns: edited in place, grouped, summed up, filtered and downloaded', {
  tag: '@long',
}, async ({ page }) => {
  const { board } = await personalBoard(page)
  const { projectId } = board
  const severity = await createField(page, projectId, {
    name: 'Severity',
    type: 'select',
    options: [{ name: 'Low' }, { name: 'High' }],
  })
  const platforms = await createField(page, projectId, {
    name: 'Platforms',
    type: 'multi_select',
    options: [{ name: 'Web' }, { name: 'iOS' }],
  })
  const points = await createField(page, projectId, { name: 'Points', type: 'number' })
  const approved = await createField(page, projectId, { name: 'Approved', type: 'checkbox' })
  const columnId = board.columns[0]?.id
  for (const [title, option, value] of [
    ['Draw', 1, 3],
    ['Paint', 0, 2],
    ['Frame', 0, 1.5],
  ] as const) {
    const fields = { [severity.id]: severity.options[option]?.id, [points.id]: value }
    await callApi(page, 'POST', '/task', { title, columnId, fields })
  }
  const columns = ['title', severity, platforms, points, approved].map(one =>
    typeof one === 'string' ? one : `cf${one.id}`,
  )
  await page.goto(`/app/project/${projectId}/tasks?columns=${columns}`)
  await page.getByRole('columnheader', { name: 'Points' }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Sort descending' }).click()
  await expect(page.locator('[role=gridcell][data-cell="title"]')).toHaveText(['Draw', 'Paint', 'Frame'])
  await page.getByRole('button', { name: 'Group', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Severity' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Low' }).first()).toContainText('Points: 3.5')

  await cell(page, 'Draw', `cf${platforms.id}`).click()
  await page.getByRole('option', { name: 'Web' }).click()
  await page.getByRole('option', { name: 'iOS' }).click()
  await page.keyboard.press('Escape')
  await expect(cell(page, 'Draw', `cf${platforms.id}`)).toHaveText('WebiOS')
  await expect(cell(page, 'Draw', `cf${platforms.id}`)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(cell(page, 'Draw', `cf${points.id}`)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Points').fill('8')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Draw', `cf${points.id}`)).toHaveText('8')
  await cell(page, 'Paint', `cf${approved.id}`).click()
  await expect(cell(page, 'Paint', `cf${approved.id}`).getByRole('img', { name: 'Yes' })).toBeVisible()
  await expect(page.getByText('3 tasks', { exact: true }).locator('..')).toContainText('Points: 11.5')
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Platforms' }).click()
  await page.getByRole('option', { name: 'iOS' }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('[role=gridcell][data-cell="title"]')).toHaveText(['Draw'])
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const file = await (await download).path()
  expect(readFileSync(file, 'utf8')).toBe(
    '\uFEFFTitle,Severity,Platforms,Points,Approved\r\nDraw,High,"Web, iOS",8,\r\n',
  )
  await page.setViewportSize({ width: 320, height: 720 })
  await expect(page.getByRole('list', { name: 'Tasks' }).getByRole('link')).toHaveText([/Draw/])
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
})

test('a file brings values of custom fields, and the command palette asks for required ones', {
  tag: '@long',
}, async ({ page }) => {
  const { board } = await personalBoard(page)
  const severity = await createField(page, board.projectId, {
    name: 'Severity',
    type: 'select',
    isRequired: true,
    options: [{ name: 'Low' }],
  })
  await page.goto(`/app/project/${board.projectId}/import`)
  const buffer = Buffer.from('Title,Severity\nDraw,low\nPaint,Blocker\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'tasks.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByRole('combobox', { name: 'Severity' })).toHaveValue('1')
  const losses = page.getByRole('alert', { name: 'Some values won’t be imported' })
  await expect(losses).toContainText('“Severity: Blocker”')
  await page.getByRole('checkbox', { name: 'Create missing options' }).check()
  await expect(losses).toHaveCount(0)
  await page.getByRole('button', { name: 'Import 2 tasks' }).click()
  await expect(page.getByText('2 tasks created')).toBeVisible()
  const created = await callApi<{ items: { title: string }[] }>(
    page,
    'GET',
    `/task?filter=${encodeURIComponent(`cf${severity.id} = blocker`)}`,
  )
  expect(created.items.map(({ title }) => title)).toEqual(['Paint'])

  await page.goto('/app/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('Frame it')
  await page.getByRole('option', { name: /Create “Frame it”/ }).click()
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled()
  await chooseOption(page, 'Severity', 'Low')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText(/Frame it/).first()).toBeVisible()
  await expect(dialog).toHaveCount(0)
})
