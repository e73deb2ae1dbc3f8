import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { nextPorts, owner, startAtrium } from '../atrium.ts'
import { callApi } from '../boards.ts'
import { signInByApi } from '../people.ts'
import { accessibilityViolations, collectErrors } from '../screen-checks.ts'

const [IDENTITY_PORT, TASKS_PORT] = nextPorts(85)
const identityUrl = `http://127.0.0.1:${IDENTITY_PORT}`
const tasksUrl = `http://127.0.0.1:${TASKS_PORT}`
const recorded = new URL('../../apps/tasks/test/imports/exports/planka-answers.json', import.meta.url)

const words = {
  en: {
    address: 'An address',
    place: 'Address',
    token: 'Token',
    read: 'Read project',
    facts: '6 tasks · 3 columns · 2 comments · 1 attachment',
    member: 'Member for Ada Demo',
    start: 'Import 6 tasks',
    done: 'Import complete',
    created: '6 tasks created',
    takeBack: 'Take back',
  },
  ru: {
    address: 'Адрес',
    place: 'Адрес',
    token: 'Токен',
    read: 'Прочитать проект',
    facts: '6 задач · 3 колонки · 2 комментария · 1 вложение',
    member: 'Участник для: Ada Demo',
    start: 'Импортировать 6 задач',
    done: 'Импорт завершён',
    created: 'Создано 6 задач',
    takeBack: 'Отменить импорт',
  },
}

test('a board of Planka is imported from its address, in English and Russian', async ({ browser }) => {
  test.slow()
  const { answers } = JSON.parse(await readFile(recorded, 'utf8'))
  const planka = createServer((request, response) => {
    const { method, url = '' } = request
    if (url.startsWith('/attachments/')) return void response.end('40 small\n15 large\n')
    const answer = answers[`${method} ${url.replace(/^\/api/, '')}`]
    response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(planka, 'listening')
  const address = `http://127.0.0.1:${(planka.address() as AddressInfo).port}`
  const stop = await startAtrium({
    IDENTITY_PORT,
    TASKS_PORT,
    IDENTITY_URL: identityUrl,
    TASKS_URL: tasksUrl,
    OUTBOUND_ALLOW: '127.0.0.1',
  })
  try {
    for (const [language, colorScheme] of [
      ['en', 'light'],
      ['ru', 'dark'],
    ] as const) {
      const context = await browser.newContext({ colorScheme, locale: language })
      const cookies = { atrium_language: language, atrium_theme: colorScheme }
      await context.addCookies(
        Object.entries(cookies).map(([name, value]) => ({ name, value, url: identityUrl })),
      )
      const page = await context.newPage()
      const errors = collectErrors(page)
      await signInByApi(page, owner, tasksUrl)
      await page.goto(`${tasksUrl}/app/projects`)
      const { item } = await callApi<{ item: { id: number } }>(page, 'POST', '/project', {
        name: 'Moving in',
      })
      const text = words[language]
      await page.goto(`${tasksUrl}/app/project/${item.id}/import`)
      await page.getByText(text.address, { exact: true }).click()
      await page.getByRole('textbox', { name: text.place }).fill(address)
      await page.getByLabel(text.token).first().fill('planka-key')
      expect(await accessibilityViolations(page)).toEqual([])
      await page.getByRole('button', { name: text.read }).click()
      await expect(page.getByText(text.facts)).toBeVisible()
      await page.getByRole('combobox', { name: text.member }).selectOption({ index: 1 })
      expect(await accessibilityViolations(page)).toEqual([])
      await page.getByRole('button', { name: text.start }).click()
      await expect(page.getByRole('heading', { name: text.done })).toBeVisible({ timeout: 30_000 })
      await expect(page.getByText(text.created)).toBeVisible()
      expect(await accessibilityViolations(page)).toEqual([])
      page.on('dialog', dialog => void dialog.accept())
      await page.getByRole('button', { name: text.takeBack }).click()
      await expect(page.getByText(text.address, { exact: true }).first()).toBeVisible()
      const { items } = await callApi<{ items: unknown[] }>(page, 'GET', `/task?projectId=${item.id}`)
      expect(items).toEqual([])
      expect(errors).toEqual([])
      await context.close()
    }
  } finally {
    await stop()
    planka.close()
  }
})
