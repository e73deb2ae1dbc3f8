import { expect, test } from '@playwright/test'
import { callApi, cardNamed, createSharedTask } from '../boards.ts'
import { registerPerson, signInByApi } from '../people.ts'

interface Members {
  items: { userId: number; role: string }[]
}

test('a removed member loses the open board and is offered the list of projects', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const { task, board, colleague } = await createSharedTask(page, browser)
  await colleague.goto(`/app/board/${board.id}`)
  await expect(cardNamed(colleague, task.title)).toBeVisible()
  const members = `/project/${board.projectId}/member`
  const { items } = await callApi<Members>(page, 'GET', members)
  const removed = items.find(({ role }) => role === 'member')
  await callApi(page, 'DELETE', `${members}/${removed?.userId}`)
  await expect(colleague.getByRole('heading', { name: 'You don’t have access to this board' })).toBeVisible()
  await expect(cardNamed(colleague, task.title)).toHaveCount(0)
  await colleague.getByRole('link', { name: 'Go to projects' }).click()
  await expect(colleague.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()

  // Boards of an archived project are read-only.
  await callApi(page, 'DELETE', `/project/${board.projectId}`)
  await page.goto(`/app/board/${board.id}`)
  await expect(page.getByText('Archived project')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add task/ })).toHaveCount(0)
  await colleague.context().close()
})

test('invalid URLs show a message instead of an error', { tag: '@long' }, async ({ page }) => {
  const person = await registerPerson()
  await signInByApi(page, person)
  await page.goto('/app/project/abc')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.goto('/app/time?date=2026-13-45')
  await expect(page.getByRole('heading', { name: 'Time', exact: true })).toBeVisible()
  await page.goto('/app/projects?page=99')
  await expect(page.getByRole('main').getByRole('link', { name: 'Personal', exact: true })).toBeVisible()
})
