import type { Browser, Page } from '@playwright/test'
import { tasksUrl } from './atrium.ts'
import { registerPerson, signInByApi } from './people.ts'

interface Column {
  id: number
  title: string
}

interface BoardWithColumns {
  id: number
  projectId: number
  columns: Column[]
}

interface List {
  items: { id: number }[]
}

interface Item<Fields = object> {
  item: { id: number } & Fields
}

/** A request with the session of the page, as its application would make it. */
export async function ask<T>(page: Page, method: string, path: string, data?: object): Promise<T> {
  const origin = /^https?:/.test(page.url()) ? new URL(page.url()).origin : tasksUrl
  const answer = await page.request.fetch(origin + path, {
    method,
    headers: { origin },
    ...(data && { data }),
  })
  return (await answer.json()) as T
}

/** A new person, signed in, and the board of their personal project: To do, In progress, Done. */
export async function personalBoard(page: Page) {
  const person = await registerPerson()
  await signInByApi(page, person)
  const { items: projects } = await ask<List>(page, 'GET', '/project')
  const { items: boards } = await ask<List>(page, 'GET', `/project/${projects[0]?.id}/board`)
  const { item } = await ask<{ item: BoardWithColumns }>(page, 'GET', `/board/${boards[0]?.id}`)
  return { person, board: item }
}

export async function addTasks(page: Page, columnId: number | undefined, titles: string[]) {
  const made = []
  for (const title of titles) made.push((await ask<Item>(page, 'POST', '/task', { title, columnId })).item)
  return made
}

/** A browser of somebody else. */
export async function newVisitor(browser: Browser) {
  const visitor = await registerPerson()
  const page = await (await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' })).newPage()
  await signInByApi(page, visitor)
  return { page, visitor }
}

/** A task in a project of two, each signed in with a browser of their own. */
export async function createSharedTask(page: Page, browser: Browser, role = 'member') {
  const owner = await registerPerson()
  await signInByApi(page, owner)
  const { page: colleague, visitor } = await newVisitor(browser)
  const { item: project } = await ask<Item>(page, 'POST', '/project', { name: 'Posters' })
  const { item: made } = await ask<Item>(page, 'POST', `/project/${project.id}/board`, { name: 'Plan' })
  const { item: board } = await ask<{ item: BoardWithColumns }>(page, 'GET', `/board/${made.id}`)
  const fields = { title: 'Print posters', boardId: board.id }
  const { item: task } = await ask<Item<{ title: string }>>(page, 'POST', '/task', fields)
  const { item: invitation } = await ask<Item<{ token: string }>>(
    page,
    'POST',
    `/project/${project.id}/invite`,
    { email: visitor.email, role },
  )
  await ask(colleague, 'POST', '/invitation/accept', { token: invitation.token })
  return { task, board, colleague }
}
