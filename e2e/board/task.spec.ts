import { expect, type Page, test } from '@playwright/test'
import { addTasks, callApi, createSharedTask, personalBoard, undo } from '../boards.ts'
import { editMarkdown } from '../people.ts'

const hostile = [
  '# Plan',
  '<img src=x onerror="window.hacked = true">',
  '<script>window.hacked = true</script>',
  '[press me](javascript:window.hacked=true) and [read](https://example.org)',
  '![out](/auth/logout)',
].join('\n\n')

test('a phone shows a title of several lines whole, and properties as chips that open their editors', async ({
  page,
}) => {
  const { board } = await personalBoard(page)
  const title = 'Ask the three neighbours about the shared fence and the new gate'
  const [task] = await addTasks(page, board.columns[0]?.id, [title])
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/app/board/${board.id}/task/${task?.id}`)
  const field = page.getByRole('textbox', { name: 'Title' })
  await expect(field).toHaveValue(title)
  const hidden = () => field.evaluate(element => element.scrollHeight - element.clientHeight)
  await expect.poll(hidden).toBe(0)

  const properties = page.getByRole('group', { name: 'Main details' })
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveCount(0)
  await properties.getByRole('button', { name: 'To do' }).click()
  await page.getByRole('option', { name: 'In progress' }).click()
  await expect(properties.getByRole('button', { name: 'In progress' })).toBeVisible()
  await properties.getByRole('button', { name: 'No date' }).click()
  await page.getByRole('button', { name: 'Tomorrow', exact: true }).click()
  await expect(properties.getByRole('button', { name: 'Tomorrow' })).toBeVisible()
  await properties.getByRole('button', { name: 'Details' }).click()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveCount(0)
})

test('a task gets a title, a description whose HTML is not executed, a checklist, a mention and a file', async ({
  page,
  browser,
}) => {
  const { task, board, colleague } = await createSharedTask(page, browser)
  const dialogs: string[] = []
  page.on('dialog', async dialog => {
    if (dialog.type() !== 'beforeunload') dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  await editMarkdown(page)
  await page.goto(`/app/board/${board.id}`)
  await page.getByRole('link', { name: task.title }).click()
  const panel = page.getByRole('dialog')

  await panel.getByRole('textbox', { name: 'Title' }).fill('Print the <b>posters</b>')
  await page.keyboard.press('Enter')
  await panel.getByRole('button', { name: 'Edit description' }).click()
  await panel.getByRole('textbox', { name: 'Description' }).fill(hostile)
  await page.keyboard.press('Control+Enter')
  await expect(panel.getByRole('heading', { name: 'Plan' })).toBeVisible()
  await expect(panel.getByText('<script>window.hacked')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'read' })).toHaveAttribute('rel', 'noopener noreferrer')
  await panel.getByText('press me').click()
  await expect(panel.getByRole('link', { name: 'press me' })).toHaveCount(0)

  await panel.getByRole('group', { name: 'Add' }).getByRole('button', { name: 'Checklist' }).click()
  await expect(panel.getByRole('textbox', { name: 'Add item' })).toBeFocused()
  for (const title of ['Choose the paper', 'Call the printer']) {
    await panel.getByRole('textbox', { name: 'Add item' }).fill(title)
    await page.keyboard.press('Enter')
  }
  await panel.getByRole('checkbox', { name: 'Call the printer' }).check()
  await panel.getByRole('button', { name: '“Call the printer” menu' }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect(panel.getByText('1 of 2')).toBeVisible()

  await panel.getByRole('textbox', { name: 'Write a comment' }).pressSequentially('Hello @sa')
  await page.getByRole('option').first().click()
  await page.keyboard.type('please look')
  await page.keyboard.press('Control+Enter')
  await expect(panel.getByRole('listitem').getByText(/^@Sam Sample/)).toBeVisible()

  const files = [{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('of the meeting') }]
  await panel.locator('input[type=file]').setInputFiles(files)
  await expect(panel.getByRole('link', { name: 'notes.txt', exact: true })).toBeVisible()

  // While something is on its way the browser asks, and stays.
  await expect(() => page.reload({ timeout: 10_000 })).toPass()
  await expect(panel.getByRole('textbox', { name: 'Title' })).toHaveValue('Print the <b>posters</b>')
  await expect(panel.getByRole('checkbox').nth(0)).toHaveAccessibleName('Call the printer')
  await expect(panel.getByRole('checkbox').nth(0)).toBeChecked()
  await panel.getByRole('tab', { name: 'Activity' }).click()
  await expect(panel.getByText('attached “notes.txt”')).toBeVisible()
  await expect(panel.getByText('changed the description')).toBeVisible()

  const { items: notes } = await callApi<{ items: { type: string }[] }>(colleague, 'GET', '/notification')
  expect(notes.map(({ type }) => type)).toContain('comment.mention')
  expect(await page.evaluate('"hacked" in window')).toBe(false)
  expect(dialogs).toEqual([])

  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Print the <b>posters</b>' })).toBeFocused()
})

test('two users who edit at the same time see both texts, and neither is lost', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const { task, board, colleague } = await createSharedTask(page, browser)
  for (const someone of [page, colleague]) await someone.goto(`/app/board/${board.id}/task/${task.id}`)
  await write(colleague, 'Text of the colleague')
  await write(page, 'My own text')

  await colleague.keyboard.press('Control+Enter')
  await expect(colleague.getByRole('button', { name: 'Edit description' })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const conflict = page.getByRole('dialog', { name: 'Sam Sample changed this while you were editing' })
  await expect(conflict.getByText('Text of the colleague')).toBeVisible()
  await expect(conflict.getByText('My own text')).toBeVisible()
  await conflict.getByRole('button', { name: 'Keep mine' }).click()

  await expect(page.getByRole('button', { name: 'Edit description' })).toBeVisible()
  await expect(page.getByText('My own text')).toBeVisible()
  await expect(colleague.getByText('My own text')).toBeVisible()
})

test('a draft survives a reload, a deleted task is restored, and a viewer cannot edit', {
  tag: '@long',
}, async ({ page, browser }) => {
  const { task, board, colleague: viewer } = await createSharedTask(page, browser, 'viewer')
  const address = `/app/board/${board.id}/task/${task.id}`
  await page.goto(address)
  await write(page, 'Not saved yet')
  await page.reload()
  await expect(page.getByText('Unsaved draft')).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveText('Not saved yet')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Unsaved draft')).toHaveCount(0)

  await viewer.goto(address)
  const panel = viewer.getByRole('dialog')
  await expect(panel.getByText('Not saved yet')).toBeVisible()
  await expect(panel.getByRole('textbox', { name: 'Title' })).toHaveCount(0)
  await expect(panel.getByRole('button', { name: /Edit|Mark as done|Attach|Send/ })).toHaveCount(0)

  await page.getByRole('dialog').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(panel.getByRole('heading', { name: 'This task is in the trash' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  await undo(page).click()
  await expect(page.getByRole('link', { name: task.title })).toBeVisible()
  await expect(panel.getByRole('heading', { name: task.title })).toBeVisible()
})

async function write(page: Page, text: string) {
  await page.getByRole('button', { name: 'Edit description' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill(text)
}
