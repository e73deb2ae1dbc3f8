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
    file: 'A file',
    trelloFacts: '1 task · 1 column',
    person: 'Member for Grace Sample',
    startTrello: 'Import 1 task',
    trelloCreated: '1 task created · 1 skipped',
    archived: 'archived card',
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
    lost: 'Some values weren’t imported',
  },
  ru: {
    file: 'Файл',
    trelloFacts: '1 задача · 1 колонка',
    person: 'Участник для: Grace Sample',
    startTrello: 'Импортировать 1 задачу',
    trelloCreated: 'Создана 1 задача · пропущена 1 запись',
    archived: 'карточка в архиве',
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
    lost: 'Перенесено не всё',
  },
}

const trello = {
  name: 'Garden party',
  lists: [{ id: 'l1', name: 'Ideas', pos: 1 }],
  members: [{ id: 'm1', fullName: 'Grace Sample' }],
  cards: [
    { id: 'c1', name: 'Lights', idList: 'l1', pos: 1, idMembers: ['m1'] },
    { id: 'c2', name: 'Forgotten', idList: 'l1', pos: 2, closed: true },
  ],
}

test('a board of Planka is imported from its address and one of Trello from a file, in English and Russian', {
  tag: '@long',
}, async ({ browser }) => {
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
      await page.getByText(text.file, { exact: true }).click()
      const buffer = Buffer.from(JSON.stringify(trello))
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'trello.json', mimeType: 'application/json', buffer })
      await expect(page.getByText(text.trelloFacts)).toBeVisible()
      await expect(page.getByRole('combobox', { name: text.person })).toBeVisible()
      expect(await accessibilityViolations(page)).toEqual([])
      await page.getByRole('button', { name: text.startTrello }).click()
      await expect(page.getByText(text.trelloCreated)).toBeVisible({ timeout: 30_000 })
      await expect(page.getByRole('alert', { name: text.lost })).toBeVisible()
      await expect(page.getByRole('row', { name: /Forgotten/ })).toContainText(text.archived)
      await page.setViewportSize({ width: 320, height: 700 })
      const { x = 0, width = 999 } = (await page.getByRole('row', { name: /Forgotten/ }).boundingBox()) ?? {}
      expect(x + width, 'the notes fit on a phone').toBeLessThanOrEqual(320)
      await page.setViewportSize({ width: 1280, height: 720 })
      expect(await accessibilityViolations(page)).toEqual([])
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
