import { png } from '@atrium/testing/forms'
import { expect, type Page, test } from '@playwright/test'
import { addTasks, boxOf, callApi, cardNamed, cards, createSharedTask, personalBoard } from '../boards.ts'

test('files dropped on a card are attached to it, and everyone sees the number', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const { board, task, colleague } = await createSharedTask(page, browser)
  for (const someone of [page, colleague]) await someone.goto(`/app/board/${board.id}`)
  await expect(cardNamed(colleague, task.title)).toBeVisible()

  await dragFiles(page, task.id, 'dragover', { 'a.txt': 'a' })
  await expect(page.getByText('Attach to this task')).toBeVisible()
  await dragFiles(page, task.id, 'drop', { 'a.txt': 'a', 'empty.txt': '', 'b.txt': 'b' })
  await expect(page.getByText('Attach to this task')).toHaveCount(0)
  await expect(page.getByText(`2 files attached to “${task.title}”`)).toBeVisible()
  for (const someone of [page, colleague]) await expect(someone.getByText('2 attachments')).toBeAttached()

  const uploads = page.getByRole('region', { name: 'Uploads' })
  await expect(uploads.getByRole('listitem')).toHaveCount(1)
  await expect(uploads.getByText('The file is empty.')).toBeVisible()
  await uploads.getByRole('button', { name: 'Dismiss empty.txt' }).click()
  await expect(uploads).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/board/${board.id}$`))
})

/** What a browser sends when files from the desktop are over an element. */
function dragFiles(page: Page, taskId: number, type: string, files: Record<string, string>) {
  return page.evaluate(`(() => {
    const dataTransfer = new DataTransfer()
    for (const [name, text] of Object.entries(${JSON.stringify(files)}))
      dataTransfer.items.add(new File([text], name))
    const card = document.querySelector('[data-card="${taskId}"]')
    card.dispatchEvent(new DragEvent('${type}', { dataTransfer, bubbles: true, cancelable: true }))
  })()`)
}

test('a card is duplicated, and moved to another board and another project', { tag: '@long' }, async ({
  page,
}) => {
  const { board } = await personalBoard(page)
  await addTasks(page, board.columns[0]?.id, ['Alpha'])
  await callApi(page, 'POST', `/project/${board.projectId}/board`, { name: 'Garden' })
  const { item: office } = await callApi<{ item: { id: number } }>(page, 'POST', '/project', {
    name: 'Office',
  })
  await callApi(page, 'POST', `/project/${office.id}/board`, { name: 'Plan' })
  await page.goto(`/app/board/${board.id}`)

  await cardNamed(page, 'Alpha').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(cards(page, 'To do')).toHaveText(['Alpha', 'Alpha'])
  await expect(page.getByText('“Alpha” duplicated')).toBeVisible()

  await cards(page, 'To do').first().focus()
  await page.keyboard.press('m')
  await page.keyboard.type('gard')
  await expect(page.getByRole('option')).toHaveText(['Garden'])
  await page.keyboard.press('Enter')
  await expect(page.getByText('Moved to Garden')).toBeVisible()
  await expect(cards(page, 'To do')).toHaveText(['Alpha'])
  await page.keyboard.press('z')
  await expect(cards(page, 'To do')).toHaveText(['Alpha', 'Alpha'])

  await cards(page, 'To do').first().focus()
  await page.keyboard.press('m')
  await page.keyboard.type('office')
  await expect(page.getByRole('option')).toHaveText(['Office'])
  await page.keyboard.press('Enter')
  await expect(page.getByText('Moved to “Office”')).toBeVisible()
  await expect(cards(page, 'To do')).toHaveText(['Alpha'])
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Plan' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Alpha' })).toBeVisible()
})

test('an image becomes the cover of its card by keyboard, and is removed again', async ({
  page,
  browser,
}) => {
  const { board, task, colleague } = await createSharedTask(page, browser)
  await colleague.goto(`/app/board/${board.id}`)
  const cover = cardNamed(colleague, task.title).locator('xpath=ancestor::article').locator('img')
  await expect(cardNamed(colleague, task.title)).toBeVisible()

  await page.goto(`/app/board/${board.id}/task/${task.id}`)
  const panel = page.getByRole('dialog')
  const photo = { name: 'photo.png', mimeType: 'image/png', buffer: png }
  await panel.locator('input[type=file]').setInputFiles([photo])
  await panel.getByRole('button', { name: 'Use photo.png as cover' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: 'Remove cover photo.png' })).toBeFocused()
  await expect(cover).toHaveJSProperty('complete', true)
  await expect(cover).toHaveJSProperty('naturalWidth', 1)
  const box = await boxOf(cover)
  expect(Math.round(box.width / box.height)).toBe(2)

  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: 'Use photo.png as cover' })).toBeFocused()
  await expect(cover).toHaveCount(0)
})
