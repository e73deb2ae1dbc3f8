import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { callApi } from '../boards.ts'
import { registerPerson, signInByApi } from '../people.ts'
import { accessibilityViolations, openVariant } from '../screen-checks.ts'

const words = {
  en: { title: 'Export', action: 'Download export', trello: 'As a Trello board (JSON)' },
  ru: { title: 'Экспорт', action: 'Скачать экспорт', trello: 'В виде доски Trello (JSON)' },
}

for (const variant of [
  { language: 'en', colorScheme: 'light' },
  { language: 'ru', colorScheme: 'dark' },
] as const) {
  test(`a project is downloaded in its settings (${variant.language})`, async ({ browser }) => {
    const { title, action, trello } = words[variant.language]
    const { context, apply } = await openVariant(browser, variant)
    const page = await context.newPage()
    await signInByApi(page, await registerPerson())
    await apply()
    await page.goto('/app/projects')
    const project = { name: 'Relaunch', withBoard: true }
    const { item } = await callApi<{ item: { id: number } }>(page, 'POST', '/project', project)
    await page.goto(`/app/project/${item.id}/settings`)
    const section = page.getByRole('region', { name: title, exact: true })
    const download = async (name: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        section.getByRole('link', { name }).click(),
      ])
      return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
    }
    const archive = await download(action)
    expect(archive.name).toMatch(/^project-\d+-[\d-]+\.tar\.gz$/)
    expect(gunzipSync(archive.content).toString()).toContain('"name":"Relaunch"')
    const board = await download(trello)
    expect(JSON.parse(board.content.toString()).name).toBe('Relaunch')
    expect(await accessibilityViolations(page)).toEqual([])
    await context.close()
  })
}
