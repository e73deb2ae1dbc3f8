import type { Page } from '@playwright/test'
import { registerPerson, signIn } from './people.ts'

interface Column {
  id: number
  title: string
}

interface PersonalBoard {
  id: number
  projectId: number
  columns: Column[]
}

interface List {
  items: { id: number }[]
}

/** A request of the page itself, with its session and its origin. */
export function ask<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  return page.evaluate(
    async ([verb, address, json]): Promise<T> => {
      const answer = await fetch(address, {
        method: verb,
        ...(json && { body: json, headers: { 'content-type': 'application/json' } }),
      })
      return (await answer.json()) as T
    },
    [method, path, body && JSON.stringify(body)] as const,
  )
}

/** A new person, signed in, and the board of their personal project: To do, In progress, Done. */
export async function personalBoard(page: Page) {
  const person = await registerPerson()
  await signIn(page, person)
  await page.getByRole('button', { name: /Account of/ }).waitFor()
  const { items: projects } = await ask<List>(page, 'GET', '/project')
  const { items: boards } = await ask<List>(page, 'GET', `/project/${projects[0]?.id}/board`)
  const { item } = await ask<{ item: PersonalBoard }>(page, 'GET', `/board/${boards[0]?.id}`)
  return { person, board: item }
}

export async function addTasks(page: Page, columnId: number | undefined, titles: string[]) {
  for (const title of titles) await ask(page, 'POST', '/task', { title, columnId })
}
