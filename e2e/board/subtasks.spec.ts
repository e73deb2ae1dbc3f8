import { expect, test } from '@playwright/test'
import { addTasks, callApi, createSharedTask, personalBoard, undo } from '../boards.ts'
import { checkScreen } from '../screen-checks.ts'

test(
  'a task gets sub-tasks and a blocker, and its card shows both',
  { tag: '@long' },
  async ({ page }, testInfo) => {
    const { board } = await personalBoard(page)
    const [toDo] = board.columns
    const [task] = await addTasks(page, toDo?.id, ['Move house', 'Sign the lease'])
    await callApi(page, 'POST', `/task/${task?.id}/checklist`, { title: 'Rent a van' })
    await page.goto(`/app/board/${board.id}`)
    const card = page.locator(`[data-card="${task?.id}"]`)
    await card.getByRole('link', { name: 'Move house' }).click()
    const panel = page.getByRole('dialog')

    const subtasks = panel.getByRole('region', { name: 'Sub-tasks' })
    await expect(subtasks, 'an empty section is only a button').toHaveCount(0)
    await panel.getByRole('button', { name: 'Sub-task', exact: true }).click()
    for (const title of ['Pack the books', 'Call the movers']) {
      await subtasks.getByRole('textbox', { name: 'Add sub-task' }).fill(title)
      await page.keyboard.press('Enter')
    }
    await subtasks.getByRole('checkbox', { name: 'Pack the books' }).check()
    await expect(subtasks.getByText('1 of 2')).toBeVisible()
    await panel.getByRole('button', { name: '“Rent a van” menu' }).click()
    await page.getByRole('menuitem', { name: 'Turn into sub-task' }).click()
    await expect(subtasks.getByText('1 of 3')).toBeVisible()
    await expect(panel.getByRole('checkbox', { name: 'Rent a van' })).toHaveCount(1)
    await expect(card.getByText('Sub-tasks: 1 of 3 done')).toBeAttached()

    const relations = panel.getByRole('region', { name: 'Relations' })
    await panel.getByRole('button', { name: 'Relation', exact: true }).click()
    const search = Promise.withResolvers<void>()
    await page.route(/search=lease/, async route => {
      await search.promise
      await route.continue()
    })
    await relations.getByRole('combobox', { name: 'Task' }).fill('lease')
    // Otherwise the option would move when the server answers, possibly during a click.
    await expect(page.getByRole('option'), 'narrowed before the server answers').toHaveCount(1)
    search.resolve()
    await page.getByRole('option', { name: /Sign the lease/ }).click()
    await expect(relations.getByRole('link', { name: /Sign the lease/ })).toBeVisible()
    await expect(card.getByText('Blocked by another task')).toBeAttached()

    await panel.getByRole('button', { name: 'Mark as done' }).click()
    await expect(page.getByText('“Move house” is completed, but still blocked by another task')).toBeVisible()
    await undo(page).click()
    await expect(panel.getByRole('button', { name: 'Mark as done' })).toBeVisible()

    await subtasks.getByRole('link', { name: /Call the movers/ }).click()
    await expect(panel.getByRole('textbox', { name: 'Title' })).toHaveValue('Call the movers')
    await panel.getByRole('navigation', { name: 'Parent tasks' }).getByRole('link').click()
    await expect(panel.getByRole('textbox', { name: 'Title' })).toHaveValue('Move house')
    await checkScreen(page, 'subtasks', testInfo)
  },
)

test('sub-tasks and relations of a task are changed from the palette, undone, and seen by others', {
  tag: '@long',
}, async ({ page, browser }) => {
  const { task, board, colleague } = await createSharedTask(page, browser)
  const [other] = await addTasks(page, board.columns[0]?.id, ['Choose the paper'])
  for (const someone of [page, colleague]) await someone.goto(`/app/board/${board.id}/task/${task.id}`)
  const [panel, theirs] = [page.getByRole('dialog'), colleague.getByRole('dialog')]
  await panel.getByRole('button', { name: 'Sub-task', exact: true }).waitFor()

  const command = async (name: string) => {
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox', { name: 'Search and commands' }).fill(name)
    await page.getByRole('option', { name, exact: true }).first().click()
  }
  await command('Add sub-task')
  await expect(panel.getByRole('textbox', { name: 'Add sub-task' })).toBeFocused()
  await page.keyboard.type('Write the text')
  await page.keyboard.press('Enter')
  await expect(theirs.getByRole('link', { name: /Write the text/ })).toBeVisible()

  await command('Add relation')
  await panel.getByRole('combobox', { name: 'Type of relation' }).click()
  await page.getByRole('option', { name: 'Duplicates', exact: true }).click()
  await panel.getByRole('combobox', { name: 'Task' }).fill('paper')
  await page.getByRole('option', { name: /Choose the paper/ }).click()
  await expect(theirs.getByRole('list', { name: 'Duplicates' })).toContainText('Choose the paper')

  await panel.getByRole('button', { name: 'Remove relation to “Choose the paper”' }).click()
  await expect(theirs.getByRole('link', { name: /Choose the paper/ })).toHaveCount(0)
  await undo(page).click()
  await expect(theirs.getByRole('link', { name: /Choose the paper/ })).toBeVisible()

  await panel.getByRole('button', { name: '“Write the text” menu' }).click()
  await page.getByRole('menuitem', { name: 'Make it a task of its own' }).click()
  await expect(theirs.getByRole('link', { name: /Write the text/ })).toHaveCount(0)
  await callApi(page, 'DELETE', `/task/${other?.id}`)
  await expect(panel.getByRole('link', { name: /Choose the paper/ })).toHaveCount(0)
})
