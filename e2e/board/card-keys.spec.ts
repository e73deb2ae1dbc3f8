import { expect, test } from '@playwright/test'
import { addTasks, callApi, cardNamed, cards, createSharedTask, personalBoard, undo } from '../boards.ts'
import { accessibilityViolations } from '../screen-checks.ts'

// Cards move as most people see them: what an animation breaks, a still page hides.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

interface Saved {
  item: {
    columns: { title: string; tasks: { title: string; dueDate: string | null; priorityId: number }[] }[]
  }
}

test('a hovered or focused card is assigned, dated, prioritized, moved and renamed with a few keys', {
  tag: '@long',
}, async ({ page }) => {
  const { board } = await personalBoard(page)
  await addTasks(page, board.columns[0]?.id, ['Alpha', 'Beta'])
  await page.goto(`/app/board/${board.id}`)
  const alpha = page.locator('[data-card]').filter({ has: cardNamed(page, 'Alpha') })
  const popover = page.getByRole('dialog')

  await cardNamed(page, 'Alpha').hover()
  await page.keyboard.press('a')
  await expect(popover).toHaveAccessibleName('Assignee of “Alpha”')
  await page.keyboard.press('Enter')
  await expect(alpha.getByRole('button', { name: 'Assigned to Sam Sample' })).toBeVisible()
  await expect(cardNamed(page, 'Alpha')).toBeFocused()

  // The focus is used last, so the resting pointer does not count.
  await page.keyboard.press('ArrowDown')
  await expect(cardNamed(page, 'Beta')).toBeFocused()
  await page.keyboard.press('d')
  await expect(popover).toHaveAccessibleName('Due date of “Beta”')
  await page.keyboard.type('soon')
  await expect(popover.getByText('Try “fri”, “24 dec” or “in 3 days”.')).toBeVisible()
  await popover.getByRole('combobox').fill('завтра')
  await expect(popover.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const beta = page.locator('[data-card]').filter({ has: cardNamed(page, 'Beta') })
  await expect(beta.getByText('tomorrow', { exact: true })).toBeVisible()
  const notice = page.getByRole('alert').filter({ hasText: 'Due tomorrow' })
  await expect(notice).toBeVisible()
  const [shown, list] = [await notice.boundingBox(), await page.locator('[data-card]').first().boundingBox()]
  expect((shown?.y ?? 0) + (shown?.height ?? 0), 'it covers no card').toBeLessThanOrEqual(list?.y ?? 0)
  await page.keyboard.press('z')
  await expect(beta.getByText('tomorrow', { exact: true })).toHaveCount(0)

  await cardNamed(page, 'Beta').focus()
  await page.keyboard.press('p')
  await expect(popover.getByRole('option')).toHaveCount(4)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('4')
  await expect(beta.getByText('Priority: Urgent')).toBeAttached()
  await expect(popover).toHaveCount(0)

  await page.keyboard.press('l')
  await popover.getByRole('combobox').fill('Paint')
  await page.keyboard.press('Enter')
  await expect(beta.getByRole('list', { name: 'Labels' })).toHaveText('Paint')
  await page.keyboard.press('Escape')
  await expect(popover).toHaveCount(0)
  await expect(cardNamed(page, 'Beta')).toBeFocused()

  await page.keyboard.press('e')
  await popover.getByRole('combobox').fill('1h 30m')
  await page.keyboard.press('Enter')
  await expect(beta.getByText('1h 30m estimated')).toBeAttached()

  await page.keyboard.press('t')
  await expect(beta.getByText('Your timer is running')).toBeAttached()
  await page.keyboard.press('t')
  await expect(beta.getByText('Your timer is running')).toHaveCount(0)

  await page.keyboard.press('r')
  await page.keyboard.type('Gamma')
  await page.keyboard.press('Enter')
  await expect(cardNamed(page, 'Gamma')).toBeFocused()
  await page.keyboard.press('m')
  await page.keyboard.press('2')
  await expect(cards(page, 'In progress')).toHaveText(['Gamma'])
  await expect(cardNamed(page, 'Gamma')).toBeFocused()
  await expect(page.getByText('Moved to In progress')).toBeVisible()

  const saved = await callApi<Saved>(page, 'GET', `/board/${board.id}/full`)
  const [moved] = saved.item.columns[1]?.tasks ?? []
  expect(moved).toMatchObject({
    title: 'Gamma',
    dueDate: null,
    estimateSeconds: 5400,
    stickerIds: [expect.any(Number)],
  })

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toContainText('On a hovered or focused card')
  await help.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await cardNamed(page, 'Gamma').focus()
  await page.keyboard.press('p')
  await cardNamed(page, 'Alpha').focus()
  await expect(popover).toHaveCount(0)
})

test('the menu of a card opens by right click, button and keyboard; viewers can only look', {
  tag: '@long',
}, async ({ page, browser }) => {
  const { board, task, colleague: viewer } = await createSharedTask(page, browser, 'viewer')
  await addTasks(page, board.columns[0]?.id, ['Second'])
  await page.goto(`/app/board/${board.id}`)
  const menu = page.getByRole('menu')

  await cardNamed(page, task.title).click({ button: 'right' })
  await expect(menu).toHaveAccessibleName(`“${task.title}” menu`)
  expect(await accessibilityViolations(page)).toEqual([])
  await expect(menu.getByRole('menuitem', { name: 'Open in new tab' })).toHaveAttribute(
    'href',
    /\/task\/\d+$/,
  )
  await menu.getByRole('menuitem', { name: 'Move to bottom' }).click()
  await expect(cards(page, 'To do')).toHaveText(['Second', task.title])

  await cardNamed(page, task.title).focus()
  await page.keyboard.press('Shift+F10')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(cardNamed(page, task.title)).toBeFocused()

  await page.getByRole('button', { name: '“Second” menu' }).click()
  await menu.getByRole('menuitem', { name: 'Mark as done' }).click()
  await expect(cards(page, 'Done')).toHaveText(['Second'])
  await cardNamed(page, 'Second').click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Reopen' }).click()
  await expect(cards(page, 'To do')).toHaveText(['Second', task.title])
  await cardNamed(page, 'Second').click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Priority…' }).click()
  await expect(page.getByRole('dialog', { name: 'Priority of “Second”' })).toBeVisible()
  await page.keyboard.press('Escape')
  await cardNamed(page, 'Second').click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(cards(page, 'To do')).toHaveText([task.title])
  await undo(page.getByRole('alert').filter({ hasText: '“Second” moved to trash' })).click()
  await expect(cardNamed(page, 'Second')).toBeVisible()

  await viewer.goto(`/app/board/${board.id}`)
  await cardNamed(viewer, task.title).hover()
  for (const key of ['a', 'd', 'p', 'm', 'r']) await viewer.keyboard.press(key)
  await cardNamed(viewer, task.title).click({ button: 'right' })
  await expect(viewer.getByRole('menuitem')).toHaveText(['OpenEnter', 'Open in new tab', 'Copy link'])
  await expect(viewer.getByRole('dialog')).toHaveCount(0)
  await viewer.keyboard.press('?')
  await expect(viewer.getByRole('dialog')).not.toContainText('On a hovered or focused card')
})
