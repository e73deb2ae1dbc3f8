import { expect, test } from '@playwright/test'
import { parts } from '../../packages/texts/src/parts.ts'
import { identityUrl, tasksUrl } from '../atrium.ts'
import { callApi } from '../boards.ts'
import { registerPerson, signInByApi } from '../people.ts'
import { accessibilityViolations, collectErrors } from '../screen-checks.ts'

test('projects are shown side by side, and who has how much to do in them', async ({ page, browser }) => {
  const person = await registerPerson(identityUrl, { name: 'Pia', surname: 'Planner' })
  const errors = collectErrors(page)
  await signInByApi(page, person)
  await page.goto(`${tasksUrl}/app/projects`)
  const { item } = await callApi<{ item: { id: number } }>(page, 'POST', '/project', {
    name: 'Relaunch',
    withBoard: true,
  })
  const [board] = (await callApi<{ items: { id: number }[] }>(page, 'GET', `/project/${item.id}/board`)).items
  const me = (await callApi<{ item: { id: number } }>(page, 'GET', '/users/me')).item
  const [toDo, , done] = (
    await callApi<{ items: { id: number }[] }>(page, 'GET', `/board/${board?.id}/column`)
  ).items
  const late = { dueDate: '2026-01-05', assigneeId: me.id, estimateSeconds: 90 * 3600 }
  await callApi(page, 'POST', '/task', { title: 'Late', columnId: toDo?.id, ...late })
  await callApi(page, 'POST', '/task', { title: 'Done', columnId: done?.id })

  await page.goto(`${tasksUrl}/app/projects`)
  await page.getByRole('tab', { name: 'Portfolio' }).click()
  const project = page.getByRole('table', { name: 'Portfolio' }).getByRole('row', { name: /Relaunch/ })
  await expect(project).toContainText('1 of 2 done')
  await expect(project.getByRole('cell').nth(1)).toHaveText('1')
  const color = await project
    .getByText('1', { exact: true })
    .evaluate(element => element.ownerDocument.defaultView.getComputedStyle(element).color)
  const [red = 0, ...others] = Array.from(color.matchAll(/\d+/g), Number)
  expect(red, `${color} is red`).toBeGreaterThan(Math.max(...others) + 80)
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('tab', { name: 'Workload' }).click()
  const load = page.getByRole('table', { name: 'Workload' }).getByRole('row', { name: /Pia Planner/ })
  await expect(load).toContainText('90h / 80h · over by 10h')
  await page.getByText('4 weeks').click()
  await expect(load).toContainText('90h / 160h')
  expect(await accessibilityViolations(page)).toEqual([])
  expect(errors).toEqual([])

  const { reports } = parts.web('ru')
  const narrow = await (await browser.newContext()).newPage()
  const cookies = { atrium_language: 'ru', atrium_theme: 'dark' }
  const set = Object.entries(cookies).map(([name, value]) => ({ name, value, url: tasksUrl }))
  await narrow.context().addCookies(set)
  await narrow.setViewportSize({ width: 320, height: 720 })
  await signInByApi(narrow, person)
  for (const name of ['portfolio', 'workload'] as const) {
    await narrow.goto(`${tasksUrl}/app/projects?show=${name}`)
    await expect(narrow.getByRole('table', { name: reports[name].title })).toBeVisible()
    expect(await accessibilityViolations(narrow)).toEqual([])
    expect(await narrow.evaluate('document.documentElement.scrollWidth')).toBe(320)
  }
  await narrow.context().close()
})
