import { type Browser, expect, type Page, test } from '@playwright/test'
import { tasksUrl } from '../atrium.ts'
import { callApi, createSharedTask, undo } from '../boards.ts'
import { accessibilityViolations, overflow } from '../screen-checks.ts'

interface Item {
  item: { id: number }
}

/** A reader with three tasks in the inbox, the newest first: two comments on it, then one assignment each. */
async function openInbox(page: Page, browser: Browser, language = 'en') {
  const { task, board, colleague: reader } = await createSharedTask(page, browser)
  const { item: me } = await callApi<Item>(reader, 'GET', '/users/me')
  const assign = { columnId: board.columns[0]?.id, assigneeId: me.id }
  await callApi(page, 'POST', '/task', { title: 'Book a room', ...assign })
  await callApi(page, 'POST', '/task', { title: 'Order paper', ...assign })
  await callApi(page, 'POST', `/task/${task.id}/assign`, { assigneeId: me.id })
  await callApi(page, 'POST', `/task/${task.id}/comment`, { text: `Which size, @[${me.id}]?` })
  await reader.context().addCookies([{ name: 'atrium_language', value: language, url: tasksUrl }])
  await reader.goto('/app/inbox')
  return { reader, task }
}

const rows = (page: Page, name = 'Inbox') =>
  page.getByRole('list', { name, exact: true }).getByRole('listitem')

/** A chip covers its radio button. */
const choose = (page: Page, view: string) =>
  page.getByRole('radiogroup').getByText(view, { exact: true }).click()

test('the inbox is worked through with the keyboard alone', async ({ page, browser }) => {
  const { reader, task } = await openInbox(page, browser)
  await expect(rows(reader)).toContainText(['POS-1 Print posters', 'POS-3 Order paper', 'POS-2 Book a room'])
  await expect(rows(reader).first()).toContainText('Sam Sample mentioned you: Which size')
  await expect(rows(reader).first().getByLabel('2 notifications')).toBeVisible()
  const pane = reader.getByRole('region', { name: 'Selected task' })

  await reader.keyboard.press('j')
  await expect(reader.getByRole('link', { name: 'POS-1 Print posters' })).toBeFocused()
  await expect(pane.getByText('Sam Sample assigned you POS-1 Print posters')).toBeVisible()
  await expect(pane.getByRole('list', { name: 'Comments' })).toContainText('Which size')
  await expect(reader.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible()
  expect(await accessibilityViolations(reader)).toEqual([])

  await reader.keyboard.press('r')
  await reader.keyboard.type('A3, please')
  await reader.keyboard.press('Control+Enter')
  await expect(pane.getByRole('list', { name: 'Comments' })).toContainText('A3, please')
  await reader.keyboard.press('Escape')

  await reader.keyboard.press('e')
  await expect(rows(reader).first()).toContainText('Order paper')
  await expect(reader.getByRole('link', { name: 'POS-3 Order paper' })).toBeFocused()
  await reader.keyboard.press('h')
  await expect(reader.getByText(/^Snoozed until .*: POS-3 Order paper/)).toBeVisible()
  await expect(reader.getByRole('link', { name: 'POS-2 Book a room' })).toBeFocused()
  await reader.keyboard.press('z')
  await expect(rows(reader).first()).toContainText('Order paper')

  await reader.keyboard.press('k')
  await expect(reader.getByRole('link', { name: 'POS-3 Order paper' })).toBeFocused()
  await callApi(page, 'POST', `/task/${task.id}/comment`, { text: 'Thanks' })
  await expect(rows(reader).first()).toContainText('Sam Sample commented: Thanks')
  await reader.context().close()
})

test('filters show what is done, and it can come back', async ({ page, browser }) => {
  const { reader } = await openInbox(page, browser)
  await choose(reader, 'Mentions')
  await expect(rows(reader)).toHaveCount(1)
  await choose(reader, 'Assigned')
  await expect(rows(reader)).toHaveCount(3)
  await reader.getByRole('button', { name: 'Mark all as done' }).click()
  await expect(reader.getByText('Nothing in your inbox matches this filter.')).toBeVisible()
  await undo(reader).click()
  await expect(rows(reader)).toHaveCount(3)
  await rows(reader).first().hover()
  await reader.getByRole('button', { name: 'Done: POS-1 Print posters' }).click()
  await expect(rows(reader)).toHaveCount(2)
  await choose(reader, 'Done')
  await rows(reader).first().hover()
  await reader.getByRole('button', { name: 'Move back to the inbox: POS-1 Print posters' }).click()
  await expect(reader.getByText('Nothing done yet')).toBeVisible()
  await choose(reader, 'All')
  await expect(rows(reader).first()).toContainText('Print posters')
  await reader.context().close()
})

test('on a phone a task opens as a page, in Russian', { tag: '@long' }, async ({ page, browser }) => {
  const { reader } = await openInbox(page, browser, 'ru')
  await reader.setViewportSize({ width: 320, height: 720 })
  await expect(rows(reader, 'Входящие').first()).toContainText('Sam Sample упоминает вас')
  await expect.poll(() => overflow(reader)).toBeLessThanOrEqual(0)
  expect(await accessibilityViolations(reader)).toEqual([])
  await reader.getByRole('link', { name: 'POS-1 Print posters' }).click()
  const pane = reader.getByRole('region', { name: 'Выбранная задача' })
  await expect(pane.getByRole('list', { name: 'Комментарии' })).toContainText('Which size')
  await expect(rows(reader, 'Входящие')).toHaveCount(0)
  await expect.poll(() => overflow(reader)).toBeLessThanOrEqual(0)
  expect(await accessibilityViolations(reader)).toEqual([])
  await pane.getByRole('button', { name: 'Отложить: POS-1 Print posters' }).click()
  await reader.getByRole('menuitem', { name: 'Следующая неделя' }).click()
  await expect(rows(reader, 'Входящие').first()).toContainText('Order paper')
  await choose(reader, 'Отложенные')
  await expect(rows(reader, 'Входящие').first()).toContainText('Print posters')
  await reader.context().close()
})
