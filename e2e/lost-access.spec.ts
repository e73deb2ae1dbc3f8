import { expect, test } from '@playwright/test'
import { cardNamed } from './board-screen.ts'
import { aSharedTask, ask } from './boards.ts'
import { comeIn, registerPerson } from './people.ts'

interface Members {
  items: { userId: number; role: string }[]
}

test('whoever is removed from a project no longer sees the board that was open, and finds a way on', async ({
  page,
  browser,
}) => {
  const { task, board, colleague } = await aSharedTask(page, browser)
  await colleague.goto(`/app/board/${board.id}`)
  await expect(cardNamed(colleague, task.title)).toBeVisible()
  const members = `/project/${board.projectId}/member`
  const { items } = await ask<Members>(page, 'GET', members)
  const removed = items.find(({ role }) => role === 'member')
  await ask(page, 'DELETE', `${members}/${removed?.userId}`)
  await expect(colleague.getByRole('heading', { name: 'You don’t have access to this board' })).toBeVisible()
  await expect(cardNamed(colleague, task.title)).toHaveCount(0)
  await colleague.getByRole('link', { name: 'Go to projects' }).click()
  await expect(colleague.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()

  // A board of an archived project is only read.
  await ask(page, 'DELETE', `/project/${board.projectId}`)
  await page.goto(`/app/board/${board.id}`)
  await expect(page.getByText('Archived project')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add task/ })).toHaveCount(0)
  await colleague.context().close()
})

test('an address that makes no sense leads to a page that says so, not to an error', async ({ page }) => {
  const person = await registerPerson()
  await comeIn(page, person)
  await page.goto('/app/project/abc')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.goto('/app/time?date=2026-13-45')
  await expect(page.getByRole('heading', { name: 'Time', exact: true })).toBeVisible()
  await page.goto('/app/projects?page=99')
  await expect(page.getByRole('link', { name: 'Personal', exact: true })).toBeVisible()
})
