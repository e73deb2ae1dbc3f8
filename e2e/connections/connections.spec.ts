import { expect, test } from '@playwright/test'
import { addTasks, callApi, personalBoard } from '../boards.ts'
import { accessibilityViolations, checkInRussian, collectErrors, overflow } from '../screen-checks.ts'

test('a board is shared by a link with a password, which stops working when it is revoked', async ({
  page,
  browser,
}) => {
  const errors = collectErrors(page)
  const { board } = await personalBoard(page)
  await addTasks(page, board.columns[0]?.id, ['Ship the release'])
  await page.goto(`/app/board/${board.id}`)
  await page.getByRole('button', { name: 'Board menu' }).click()
  await page.getByRole('menuitem', { name: 'Share by link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByRole('textbox', { name: 'Password' }).fill('open sesame')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const url = await dialog.getByRole('textbox', { name: 'Link' }).inputValue()
  expect(await accessibilityViolations(page)).toEqual([])

  const reader = await (await browser.newContext({ locale: 'ru-RU', serviceWorkers: 'block' })).newPage()
  await reader.goto(url)
  await reader.getByLabel('Пароль').fill('open sesame')
  await reader.getByRole('button', { name: 'Открыть доску' }).click()
  await expect(reader.getByText('Ship the release')).toBeVisible()
  expect(await accessibilityViolations(reader)).toEqual([])
  await reader.setViewportSize({ width: 320, height: 700 })
  await expect.poll(() => overflow(reader)).toBeLessThanOrEqual(0)

  await dialog.getByRole('button', { name: /^Revoke link/ }).click()
  await expect(dialog.getByText('No links yet.')).toBeVisible()
  await reader.reload()
  await expect(reader.getByText('Ship the release')).toBeHidden()
  await reader.context().close()
  expect(errors).toEqual([])
})

test('addresses for calendar programs are created, shown again and deleted', async ({ page }) => {
  const errors = collectErrors(page)
  const { board } = await personalBoard(page)
  await page.goto(`/app/project/${board.projectId}/tasks?view=calendar`)
  await page.getByRole('button', { name: 'Subscribe in a calendar program' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create address for my tasks' }).click()
  const address = await dialog.getByRole('textbox', { name: 'My tasks' }).inputValue()
  expect(await (await page.request.get(address)).text()).toContain('BEGIN:VCALENDAR')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto('/app/profile')
  await page.getByRole('button', { name: 'Manage addresses' }).click()
  await expect(dialog.getByRole('textbox', { name: 'My tasks' })).toHaveValue(address)
  await dialog.getByRole('button', { name: 'Delete the address of My tasks' }).click()
  await expect(dialog.getByRole('button', { name: 'Create address for my tasks' })).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(404)
  expect(errors).toEqual([])
})

test('a repository is connected, and a task shows what names it', { tag: '@long' }, async ({ page }) => {
  const errors = collectErrors(page)
  const { board } = await personalBoard(page)
  const [task] = await addTasks(page, board.columns[0]?.id, ['Fix the login'])
  await page.goto(`/app/project/${board.projectId}/settings`)
  const section = page.getByRole('region', { name: 'Git repositories' })
  await section.getByRole('button', { name: 'Connect repository' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('acme/website')
  await dialog.getByRole('button', { name: 'Connect repository' }).click()
  const address = await dialog.getByRole('textbox', { name: 'Address' }).inputValue()
  const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(section.getByText('No events received yet')).toBeVisible()

  const { item: project } = await callApi<{ item: { key: string | null } }>(
    page,
    'GET',
    `/project/${board.projectId}`,
  )
  const { item } = await callApi<{ item: { number: number } }>(page, 'GET', `/task/${task?.id}`)
  const answer = await page.request.post(address, {
    headers: { 'x-gitlab-token': secret, 'x-gitlab-event': 'Merge Request Hook' },
    data: mergeRequest(`${project.key}-${item.number}`),
  })
  expect(answer.status()).toBe(200)
  await page.goto(`/app/board/${board.id}/task/${task?.id}`)
  const links = page.getByRole('region', { name: 'Commits and pull requests' })
  await expect(links.getByRole('link', { name: /Fix the login/ })).toBeVisible()
  await expect(links.getByText('Open', { exact: true })).toBeVisible()
  await checkInRussian(page, async () => {
    const inRussian = page.getByRole('region', { name: 'Коммиты и запросы на слияние' })
    await expect(inRussian.getByText('Открыт', { exact: true })).toBeVisible()
  })
  expect(errors).toEqual([])
})

function mergeRequest(key: string) {
  return {
    object_kind: 'merge_request',
    project: {
      web_url: 'https://gitlab.example.org/acme/website',
      path_with_namespace: 'acme/website',
      default_branch: 'main',
    },
    object_attributes: {
      iid: 7,
      title: `Fix the login (${key})`,
      description: '',
      state: 'opened',
      action: 'open',
      draft: false,
      url: 'https://gitlab.example.org/acme/website/-/merge_requests/7',
      source_branch: 'login',
      target_branch: 'main',
    },
  }
}
