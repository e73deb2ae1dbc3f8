import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { nextPorts, owner, startAtrium } from '../atrium.ts'
import { callApi } from '../boards.ts'
import { signInByApi } from '../people.ts'
import { accessibilityViolations, checkInRussian, collectErrors } from '../screen-checks.ts'

const [IDENTITY_PORT, TASKS_PORT] = nextPorts(80)
const identityUrl = `http://127.0.0.1:${IDENTITY_PORT}`
const tasksUrl = `http://127.0.0.1:${TASKS_PORT}`

test('a manager adds a webhook, tests it, and sees what was sent; an administrator does so for users', {
  tag: '@long',
}, async ({ page }) => {
  let answers = 0
  const receiver = createServer((_request, response) => {
    answers += 1
    response.writeHead(answers === 1 ? 200 : 503).end('receiver')
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const stop = await startAtrium({
    IDENTITY_PORT,
    TASKS_PORT,
    IDENTITY_URL: identityUrl,
    TASKS_URL: tasksUrl,
    OUTBOUND_ALLOW: '127.0.0.1',
  })
  try {
    const errors = collectErrors(page)
    await signInByApi(page, owner, tasksUrl)
    await page.goto(`${tasksUrl}/app/projects`)
    const { item } = await callApi<{ item: { id: number } }>(page, 'POST', '/project', {
      name: 'Relaunch',
      type: 'agency',
    })
    await page.goto(`${tasksUrl}/app/project/${item.id}/settings`)
    const section = page.getByRole('region', { name: 'Webhooks' })
    await section.getByRole('button', { name: 'Add webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill(`http://${host}/hook`)
    await dialog.getByRole('combobox', { name: 'Events' }).fill('task.*')
    await page.getByRole('option', { name: 'task.*' }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await expect(page.getByText(/whsec_/)).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Done' }).click()
    await section.getByRole('button', { name: `Test the webhook to ${host}` }).click()
    await expect(page.getByText('Delivered: the receiver answered 200')).toBeVisible()
    await section.getByRole('button', { name: `Deliveries to ${host}` }).click()
    await page.getByRole('button', { name: /webhook\.test/ }).click()
    await expect(page.getByText('the receiver answered 200').last()).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await section.getByRole('button', { name: `Test the webhook to ${host}` }).click()
    await expect(page.getByText('Not delivered: the receiver answered 503')).toBeVisible()
    await checkInRussian(page, async () => {
      const inRussian = page.getByRole('region', { name: 'Вебхуки' })
      const types = await inRussian.getByText('Программа · task.*').boundingBox()
      expect(types?.width).toBeGreaterThan(100)
      await inRussian.getByRole('button', { name: `Доставки на ${host}` }).click()
      await page
        .getByRole('button', { name: /webhook\.test/ })
        .last()
        .click()
      await expect(page.getByText(/200 · [\d\s]+мс/)).toBeVisible()
    })
    expect(errors).toEqual([])
    const data = { username: owner.email, password: owner.password }
    await page.request.post(`${identityUrl}/auth/login`, { data })
    await page.goto(`${identityUrl}/admin/webhooks`)
    await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible()
    await checkInRussian(page, () => page.getByRole('heading', { name: 'Вебхуки', level: 1 }).waitFor())
    await page.getByRole('button', { name: 'Add webhook' }).first().click()
    await page.getByRole('dialog').getByLabel('Address').fill('https://10.0.0.1/')
    await page.getByRole('combobox', { name: 'Events' }).fill('user.*')
    await page.getByRole('option', { name: 'user.*' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click()
    await expect(page.getByText(/private or reserved network/)).toBeVisible()
  } finally {
    await stop()
    receiver.close()
  }
})
