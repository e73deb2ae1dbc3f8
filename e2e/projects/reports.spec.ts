import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { addTasks, callApi, personalBoard } from '../boards.ts'
import { checkScreen, collectErrors, openVariant, variants } from '../screen-checks.ts'

/** Two tasks to do, one of them overdue, and a completed one with an estimate and tracked time. */
async function createWork(page: Page) {
  const { person, board } = await personalBoard(page)
  const [toDo, inProgress, done] = board.columns.map(({ id }) => id)
  const [first, late] = await addTasks(page, toDo, ['Draw the plan', 'Order paint', 'Buy brushes'])
  await callApi(page, 'PUT', `/task/${late?.id}`, { dueDate: '2026-01-05' })
  await callApi(page, 'PUT', `/task/${first?.id}`, { estimateSeconds: 7200 })
  for (const columnId of [inProgress, done]) {
    await callApi(page, 'POST', `/task/${first?.id}/move-to-column`, { columnId })
  }
  return { person, board, toDo, done, late }
}

test('a project has an overview with a plan, and reports that follow changes and can be downloaded', {
  tag: '@long',
}, async ({ page }) => {
  const { board, done, late } = await createWork(page)
  const errors = collectErrors(page)
  await page.goto(`/app/project/${board.projectId}`)
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText('1 of 3 tasks done')).toBeVisible()
  await expect(page.getByRole('link', { name: /Order paint/ }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Edit plan' }).click()
  await page.getByRole('textbox', { name: 'Goal' }).fill('A painted house')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A painted house')).toBeVisible()
  await expect(
    page.getByRole('table', { name: 'Workload' }).getByRole('row', { name: /Unassigned/ }),
  ).toContainText('2')

  await page.getByRole('link', { name: 'Work', exact: true }).click()
  await page.getByRole('link', { name: 'Reports' }).click()
  const flow = page.getByRole('region', { name: 'Cumulative flow', exact: true })
  await flow.getByRole('button', { name: 'Show data' }).click()
  const today = flow.getByRole('row').last()
  await expect(today.getByRole('cell')).toHaveText(['1', '0', '2'])
  await callApi(page, 'POST', `/task/${late?.id}/move-to-column`, { columnId: done })
  await expect(today.getByRole('cell')).toHaveText(['2', '0', '1'])

  await page.getByText('90 days').click()
  await expect(page).toHaveURL(/days=90/)
  await page.goto(`${page.url()}&filter=title ~ paint`)
  await flow.getByRole('button', { name: 'Show data' }).click()
  await expect(today.getByRole('cell')).toHaveText(['1', '0', '0'])

  const csv = page.waitForEvent('download')
  await flow.getByRole('link', { name: 'Cumulative flow: download CSV' }).click()
  expect(readFileSync(await (await csv).path(), 'utf8')).toMatch(/^date,columnId,column,tasks\r\n/)
  const png = page.waitForEvent('download')
  await flow.getByRole('button', { name: 'Cumulative flow: download PNG' }).click()
  const picture = readFileSync(await (await png).path())
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  expect(picture.length).toBeGreaterThan(5000)
  expect(errors).toEqual([])
})

for (const variant of variants) {
  test(
    `overview and reports are accessible and fit a phone (${variant.language}, ${variant.colorScheme})`,
    {
      tag: '@long',
    },
    async ({ browser }, testInfo) => {
      const { context, apply } = await openVariant(browser, variant)
      const page = await context.newPage()
      const { board } = await createWork(page)
      await apply()
      for (const name of ['overview', 'reports']) {
        await page.goto(`/app/project/${board.projectId}/${name}`)
        await checkScreen(page, name, testInfo)
      }
      const closed = page.getByRole('button', { name: /^(Show data|Показать данные)$/ })
      while ((await closed.count()) > 0) await closed.first().click()
      await checkScreen(page, 'reports with data', testInfo)
      await context.close()
    },
  )
}
