import { expect, test } from '@playwright/test'
import { addTasks, callApi, cards, column, personalBoard } from '../boards.ts'
import { accessibilityViolations } from '../screen-checks.ts'

interface Full {
  item: {
    columns: {
      tasks: { title: string; number: number; estimateSeconds: number | null; dueDate: string | null }[]
    }[]
  }
}

test('the title of a new task sets its fields, with completion and chips that can be taken back', async ({
  page,
}) => {
  const { board } = await personalBoard(page)
  await callApi(page, 'POST', '/sticker', { name: 'To review', projectId: board.projectId })
  await page.goto(`/app/board/${board.id}`)
  await column(page, 'To do').getByRole('button', { name: 'Add task to To do' }).click()
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
  const chips = page.getByRole('list', { name: 'Recognized in the title' })

  await page.keyboard.type('Fix login @sa')
  await expect(suggestions.getByRole('option')).toHaveText(['Sam Sample'])
  await expect(page.getByRole('combobox', { name: 'New task title' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('#')
  await suggestions.getByRole('option', { name: 'To review' }).click()
  await page.keyboard.type('!')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.type('завтра 2ч')
  await expect(chips.getByRole('listitem')).toHaveText(['Sam Sample', 'To review', 'High', /\w+/, '2h'])
  await chips.getByRole('button', { name: 'Keep “2ч” in the title' }).click()
  await expect(chips.getByRole('listitem')).toHaveCount(3)
  await page.keyboard.type(' @no')
  await page.keyboard.press('Enter')
  await expect(cards(page, 'To do')).toHaveText(['Fix login завтра 2ч @no'])

  // Escape closes the list, then the field.
  await page.keyboard.type('Call #')
  await expect(suggestions).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(suggestions).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'New task title' })).toHaveValue('Call #')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('Bob #Errand')
  await expect(suggestions.getByRole('option')).toHaveText(['Create label “Errand”'])
  await page.keyboard.press('Enter')
  await expect(chips.getByRole('listitem')).toHaveText(['Errand'])
  await page.keyboard.type('24 dec 1h 30m')
  await page.keyboard.press('Enter')
  await expect(cards(page, 'To do')).toHaveText(['Fix login завтра 2ч @no', 'Call Bob'])
  await expect(column(page, 'To do').getByText('1h 30m estimated')).toBeAttached()
  await expect(column(page, 'To do').getByRole('list', { name: 'Labels' })).toHaveText([
    'To review',
    'Errand',
  ])
  await expect(column(page, 'To do').getByText('Assigned to Sam Sample')).toBeAttached()

  await page.goto('/app/')
  await expect(page.getByText('Goes to Personal · Board')).toBeVisible()
  await page.getByRole('textbox', { name: 'New task' }).fill('Water plants !urgent tomorrow')
  await expect(chips.getByText('Urgent')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Water plants', exact: true })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Plan trip 45m')
  await expect(dialog.getByRole('list', { name: 'Recognized in the title' })).toHaveText('45m')
  await page.keyboard.press('Enter')
  await expect(page.getByText('“Plan trip” created in Personal · Board')).toBeVisible()
})

test('a task that is added to a long column is scrolled into view', async ({ page }) => {
  const { board } = await personalBoard(page)
  const titles = Array.from({ length: 20 }, (_, index) => `Task ${index + 1}`)
  await addTasks(page, board.columns[0]?.id, titles)
  await page.goto(`/app/board/${board.id}`)
  await column(page, 'To do').getByRole('button', { name: 'Add task to To do' }).click()
  await page.keyboard.type('The last one')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-card]', { hasText: 'The last one' })).toBeInViewport()
})

test('pasted lines become tasks in their order; what is refused stays in the field', {
  tag: '@long',
}, async ({ page }) => {
  const { board } = await personalBoard(page)
  const [todo, progress] = board.columns
  await addTasks(page, todo?.id, ['Already here'])
  await page.goto(`/app/board/${board.id}`)
  await page.getByRole('heading', { name: 'To do' }).waitFor()
  await page.keyboard.press('n')
  const field = page.getByRole('textbox', { name: 'New task title' })
  const paste = (text: string) =>
    page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', ${JSON.stringify(text)})
      const options = { clipboardData, bubbles: true, cancelable: true }
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', options))
    })()`)

  await paste('One\n\nTwo 2h\r\nThree\n')
  await expect(page.getByText('Add 3 tasks?')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(cards(page, 'To do')).toHaveText(['One', 'Two', 'Three', 'Already here'])
  await expect(page.getByText('3 tasks added')).toBeVisible()
  await expect(field).toHaveValue('')
  await page.keyboard.press('Escape')

  await callApi(page, 'PUT', `/board/column/${progress?.id}`, { wipLimit: 2 })
  await column(page, 'In progress').getByRole('button', { name: 'Add task to In progress' }).click()
  await paste('A\nB\nC\nD')
  await page.getByRole('button', { name: 'Add all' }).click()
  await expect(page.getByText('The column has reached its WIP limit.')).toBeVisible()
  await expect(cards(page, 'In progress')).toHaveText(['A', 'B'])
  await expect(field).toHaveValue('C\nD')
  await page.getByRole('button', { name: 'Add anyway' }).click()
  await expect(cards(page, 'In progress')).toHaveText(['A', 'B', 'C', 'D'])

  const { item } = await callApi<Full>(page, 'GET', `/board/${board.id}/full`)
  const numbers = item.columns.map(({ tasks }) => tasks.map(({ number }) => number))
  expect(numbers.slice(0, 2)).toEqual([
    [2, 3, 4, 1],
    [5, 6, 7, 8],
  ])
  expect(item.columns[0]?.tasks[1]).toMatchObject({ title: 'Two', estimateSeconds: 7200 })
})
