import { expect, type Page, test } from '@playwright/test'
import { addTasks, callApi, createSharedTask, personalBoard } from '../boards.ts'
import { accessibilityViolations, checkedVariants, openVariant, overflow } from '../screen-checks.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const original = 'Intro  \nwrapped\n\n* plain\n* [ ] paper\n* [ ] ink\n\n[ref]: https://example.org\n'

test('a description is formatted by toolbar and keyboard, and what was not touched stays as it was', async ({
  page,
}) => {
  // Nobody sees the source while the parser is loaded.
  const parser = Promise.withResolvers<void>()
  await page.route(/\/markdown-text-[^/]+\.js$/, route => parser.promise.then(() => route.continue()))
  const { panel, saved } = await openTask(page, original)
  await expect(panel.getByText('* plain')).toBeAttached()
  await expect(panel.getByText('* plain')).toBeHidden()
  parser.resolve()
  await expect(panel.getByRole('listitem').filter({ hasText: 'plain' })).toBeVisible()
  await panel.getByRole('button', { name: 'Edit description' }).click()
  const field = panel.getByRole('textbox', { name: 'Description' })
  const tools = panel.getByRole('toolbar', { name: 'Formatting' })
  await expect(tools).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(tools).toHaveCount(0)
  expect(await saved(), 'saved without a change').toBe(original)

  await panel.getByRole('button', { name: 'Edit description' }).click()
  await expect(field.getByRole('checkbox')).toHaveCount(2)
  await page.keyboard.press('Control+End')
  await page.keyboard.type('2 * 3, ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('bold')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' :rocket: :tad')
  await expect(page.getByRole('option').first()).toContainText(':tada:')
  await page.keyboard.press('Enter')
  await page.keyboard.type('docs')
  await page.keyboard.press('Shift+Control+ArrowLeft')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Link address' }).fill('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a web or email address')).toBeVisible()
  await page.getByRole('textbox', { name: 'Link address' }).fill('example.org/a')
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await tools.getByRole('button', { name: 'Task list' }).click()
  await page.keyboard.type('post')
  await page.keyboard.press('Control+Enter')
  await expect(tools).toHaveCount(0)
  expect(await saved()).toBe(`${original}\n2 * 3, **bold** 🚀 🎉 [docs](https://example.org/a)\n\n- [ ] post`)
})

test('a slash offers kinds of text, and the key of a task is a link with its status', async ({ page }) => {
  const { board } = await personalBoard(page)
  const [task, other] = await addTasks(page, board.columns[0]?.id, ['Print after PER-2', 'Choose the paper'])
  await page.goto(`/app/board/${board.id}/task/${task?.id}`)
  const panel = page.getByRole('dialog')
  const references = panel.getByRole('link', { name: /PER-2 Choose the paper/ })
  await expect(references, 'named by the title').toHaveCount(1)

  await panel.getByRole('button', { name: 'Edit description' }).click()
  const field = panel.getByRole('textbox', { name: 'Description' })
  await expect(panel.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
  await page.keyboard.type('/quo')
  await expect(page.getByRole('listbox', { name: 'Kinds of text' }).getByRole('option')).toHaveText(['Quote'])
  await page.keyboard.press('Enter')
  await page.keyboard.type('Only UTF-8, see PER-2.')
  await expect(field.getByRole('blockquote')).toHaveText('Only UTF-8, see PER-2.')
  await page.keyboard.press('Control+Enter')
  await expect(references).toHaveCount(2)
  await expect(panel.getByRole('link', { name: /UTF-8/ })).toHaveCount(0)
  await expect(references.first()).toHaveAccessibleName(/^To do/)
  await callApi(page, 'POST', `/task/${other?.id}/move-to-column`, { columnId: board.columns[2]?.id })
  await expect(references.last(), 'changed elsewhere').toHaveAccessibleName(/^Done/)
  await references.last().click()
  await expect(panel.getByRole('textbox', { name: 'Title' })).toHaveValue('Choose the paper')
})

test('Escape closes the innermost thing and keeps what was typed; the source can be edited too', {
  tag: '@long',
}, async ({ page }) => {
  const { panel, saved } = await openTask(page, 'Text')
  await panel.getByRole('button', { name: 'Edit description' }).click()
  const field = panel.getByRole('textbox', { name: 'Description' })
  const tools = panel.getByRole('toolbar', { name: 'Formatting' })
  await tools.getByRole('button', { name: 'Emoji' }).click()
  await page.getByRole('textbox', { name: 'Search emoji' }).fill('ракета')
  await expect(page.getByRole('button', { name: 'rocket' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Search emoji' })).toHaveCount(0)
  await field.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' :smi')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(panel.getByText('Unsaved draft')).toBeVisible()
  await panel.getByRole('button', { name: 'Restore' }).click()
  await expect(field).toHaveText('Text :smi')

  await panel.getByRole('button', { name: 'Markdown' }).click()
  await expect(field).toHaveValue('Text :smi')
  await field.fill('# Title\n\n<b>text</b>')
  await panel.getByRole('button', { name: 'Rich text' }).click()
  await expect(field.getByRole('heading', { name: 'Title' })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(tools).toHaveCount(0)
  expect(await saved()).toBe('# Title\n\n<b>text</b>')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('boxes are ticked by those who may, live for others; files are pasted, and images open in a lightbox', {
  tag: '@long',
}, async ({ page, browser }) => {
  const { task, board, colleague } = await createSharedTask(page, browser, 'viewer')
  const address = `/app/board/${board.id}/task/${task.id}`
  await callApi(page, 'PUT', `/task/${task.id}`, { description: original, version: 1 })
  const { promise: isTyped, resolve: loadEditor } = Promise.withResolvers<void>()
  await page.route(/\/rich-editor-[^/]*\.js$/, async route => {
    await isTyped
    await route.continue()
  })
  for (const someone of [page, colleague]) await someone.goto(address)
  const panel = page.getByRole('dialog')
  const other = colleague.getByRole('dialog')
  await expect(other.getByRole('checkbox', { name: 'ink', exact: true })).toBeDisabled()
  await expect(panel.getByRole('listitem').filter({ hasText: 'plain' })).toHaveCSS('list-style-type', 'disc')
  await panel.getByRole('checkbox', { name: 'ink' }).check()
  await expect(other.getByRole('checkbox', { name: 'ink' })).toBeChecked()
  await expect(other.getByRole('checkbox', { name: 'paper' })).not.toBeChecked()
  const { item } = await callApi<{ item: { description: string } }>(page, 'GET', `/task/${task.id}`)
  expect(item.description).toBe(original.replace('[ ] ink', '[x] ink'))

  const comment = panel.getByRole('textbox', { name: 'Write a comment' })
  // Typing starts in a plain field and continues in the editor.
  await comment.pressSequentially('Hi ')
  loadEditor()
  await expect(panel.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
  await page.keyboard.type('@sa')
  await page.getByRole('option').first().click()
  for (const name of ['one.png', 'two.png']) await pasteImage(page, name)
  await expect(comment.getByRole('img')).toHaveCount(2)
  await page.keyboard.press('Control+Enter')
  const images = panel.getByRole('listitem').getByRole('button', { name: /Open image/ })
  await expect(images).toHaveCount(2)
  await expect(panel.getByRole('listitem').getByText(/^@Sam Sample/)).toBeVisible()
  await expect(panel.getByText('sending…')).toHaveCount(0)

  await images.first().press('Enter')
  const lightbox = page.getByRole('dialog', { name: 'one.png' })
  await expect(lightbox).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: 'two.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'two.png' })).toHaveCount(0)
  await expect(panel).toBeVisible()
  await expect(images.first()).toBeFocused()
})

for (const variant of checkedVariants) {
  test(`the editor is accessible in ${variant.language} and ${variant.colorScheme}, also on a phone`, {
    tag: '@long',
  }, async ({ browser }) => {
    const { context, apply } = await openVariant(browser, variant)
    await apply()
    const page = await context.newPage()
    await page.setViewportSize({ width: 320, height: 720 })
    const { panel } = await openTask(page, original)
    await panel.getByRole('button', { name: /Edit description|Изменить описание/ }).click()
    await expect(panel.getByRole('toolbar')).toBeVisible()
    await page.keyboard.type('😀 ')
    expect(await accessibilityViolations(page)).toEqual([])
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
    await panel.getByRole('button', { name: /Emoji|Эмодзи/ }).click()
    await expect(page.getByRole('textbox', { name: /Search emoji|Поиск эмодзи/ })).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    await context.close()
  })
}

async function openTask(page: Page, description: string) {
  const { board } = await personalBoard(page)
  const task = { title: 'Letter', boardId: board.id, description }
  const { item } = await callApi<{ item: { id: number } }>(page, 'POST', '/task', task)
  await page.goto(`/app/board/${board.id}/task/${item.id}`)
  const saved = async () =>
    (await callApi<{ item: { description: string } }>(page, 'GET', `/task/${item.id}`)).item.description
  return { panel: page.getByRole('dialog', { name: 'Letter' }), saved }
}

/** Pastes an image of one pixel where the focus is, as after taking a screenshot. */
function pasteImage(page: Page, name: string) {
  return page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${pixel}'), letter => letter.charCodeAt(0))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes], '${name}', { type: 'image/png' }))
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(paste)
  })()`)
}
