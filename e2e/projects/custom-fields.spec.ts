import { expect, type Page, test } from '@playwright/test'
import { addTasks, callApi, cardNamed, personalBoard } from '../boards.ts'
import { chooseOption } from '../choose-option.ts'
import { accessibilityViolations, collectErrors, overflow } from '../screen-checks.ts'

interface Created {
  item: { id: number; options: { id: number; name: string }[] }
}

function createField(page: Page, projectId: number, field: object) {
  return callApi<Created>(page, 'POST', `/project/${projectId}/field`, field)
}

test('a field is created, asked for, shown on the card and edited in the panel', async ({ page }) => {
  const errors = collectErrors(page)
  const { board } = await personalBoard(page)
  await page.goto(`/app/project/${board.projectId}/settings`)
  const section = page.getByRole('region', { name: 'Fields' })
  await section.getByRole('button', { name: 'New field' }).click()
  const dialog = page.getByRole('dialog', { name: 'New field' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Severity')
  await chooseOption(page, 'Type', 'Single select')
  for (const name of ['Low', 'High']) {
    await dialog.getByRole('button', { name: 'Add option' }).click()
    await dialog.getByLabel('Option name').last().fill(name)
  }
  await dialog.getByRole('switch', { name: 'Required' }).click({ force: true })
  await dialog.getByRole('switch', { name: 'Show on cards' }).click({ force: true })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(section.getByRole('listitem')).toContainText('Single select · Low, High')
  await createField(page, board.projectId, { name: 'Points', type: 'number', showsOnCard: true })
  await createField(page, board.projectId, { name: 'Design', type: 'url' })

  await page.goto(`/app/board/${board.id}`)
  await page.getByRole('button', { name: 'Add task to To do' }).click()
  await page.getByLabel('New task title').fill('Crash on start')
  await page.keyboard.press('Enter')
  const asking = page.getByRole('dialog', { name: 'Required fields' })
  await expect(asking.getByRole('button', { name: 'Create' })).toBeDisabled()
  await chooseOption(page, 'Severity', 'High')
  await asking.getByRole('button', { name: 'Create' }).click()
  const card = page.locator('[data-card]', { hasText: 'Crash on start' })
  await expect(card.getByRole('list', { name: 'Fields' })).toContainText('Severity: High')

  await cardNamed(page, 'Crash on start').click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Points').fill('5')
  await page.keyboard.press('Enter')
  await panel.getByLabel('Design').fill('example.org')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'http' })).toBeVisible()
  await panel.getByLabel('Design').fill('https://example.org/sketch')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('link', { name: 'Open the link in Design' })).toHaveAttribute(
    'href',
    'https://example.org/sketch',
  )
  await chooseOption(page, 'Severity', 'Low')
  await panel.getByRole('tab', { name: 'Activity' }).click()
  await expect(panel.getByRole('list', { name: 'Activity' })).toContainText('changed “Severity”: High → Low')
  await page.keyboard.press('Escape')
  await expect(card.getByRole('list', { name: 'Fields' })).toContainText('Points: 5')
  expect(errors.filter(error => !error.includes('422'))).toEqual([])
})

test('managers reorder fields, edit options and change a type knowing what is lost', {
  tag: '@long',
}, async ({ page }) => {
  const { board } = await personalBoard(page)
  const { projectId } = board
  const size = await createField(page, projectId, { name: 'Size', type: 'text' })
  await createField(page, projectId, {
    name: 'Platforms',
    type: 'multi_select',
    options: [{ name: 'Web' }, { name: 'iOS' }],
  })
  const [five, large] = await addTasks(page, board.columns[0]?.id, ['Five', 'Large'])
  await callApi(page, 'PUT', `/task/${five?.id}`, { fields: { [size.item.id]: '5' } })
  await callApi(page, 'PUT', `/task/${large?.id}`, { fields: { [size.item.id]: 'large' } })

  await page.goto(`/app/project/${projectId}/settings`)
  const section = page.getByRole('region', { name: 'Fields' })
  const rows = section.getByRole('list', { name: 'Fields' }).getByRole('listitem')
  await expect(rows.first()).toContainText('Size')
  await section.getByRole('button', { name: 'Move field Size' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await expect(rows.first()).toContainText('Platforms')
  await section
    .getByRole('button', { name: 'Move field Size' })
    .dragTo(rows.first(), { targetPosition: { x: 40, y: 4 } })
  await expect(rows.first()).toContainText('Size')

  await section.getByRole('button', { name: 'Edit field Platforms' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit field' })
  await dialog.getByRole('button', { name: 'Add option' }).click()
  await expect(dialog.getByLabel('Option name').last()).toBeFocused()
  await dialog.getByLabel('Option name').last().fill('Android')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Color of Android' }).click()
  await page.getByRole('button', { name: '#2f9e44' }).click()
  await dialog.getByRole('button', { name: 'Delete option Web' }).click()
  await expect(dialog.getByLabel('Option name')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows.last()).toContainText('iOS, Android')

  await section.getByRole('button', { name: 'Edit field Size' }).click()
  await dialog.getByRole('button', { name: 'Change type' }).click()
  await chooseOption(page, 'New type', 'Number')
  await expect(dialog.getByRole('status')).toContainText('1 value is converted.')
  await expect(dialog.getByRole('status')).toContainText('1 value can’t be converted')
  await expect(dialog.getByRole('status')).toContainText('“large”')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Change type and delete values' }).click()
  await expect(rows.first()).toContainText('Number')

  await section.getByRole('button', { name: 'Delete field Size' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the field “Size”?' })
  await expect(question).toContainText('1 task has a value in this field')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(rows).toHaveCount(1)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
})
