import { type Browser, expect, type Locator, type Page } from '@playwright/test'
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

/** Sends a request with the session of the page, as the application would. */
export async function callApi<T>(page: Page, method: string, path: string, data?: object): Promise<T> {
  const origin = /^https?:/.test(page.url()) ? new URL(page.url()).origin : tasksUrl
  const answer = await page.request.fetch(origin + path, {
    method,
    headers: { origin },
    ...(data && { data }),
  })
  return (await answer.json()) as T
}

/** Signs a new user in; the board of their personal project has the columns To do, In progress and Done. */
export async function personalBoard(page: Page) {
  const person = await registerPerson()
  await signInByApi(page, person)
  const { items: projects } = await callApi<List>(page, 'GET', '/project')
  const { items: boards } = await callApi<List>(page, 'GET', `/project/${projects[0]?.id}/board`)
  const { item } = await callApi<{ item: BoardWithColumns }>(page, 'GET', `/board/${boards[0]?.id}`)
  return { person, board: item }
}

export async function addTasks(page: Page, columnId: number | undefined, titles: string[]) {
  const tasks = []
  for (const title of titles)
    tasks.push((await callApi<Item>(page, 'POST', '/task', { title, columnId })).item)
  return tasks
}

/** The browser of another new user. */
export async function openAsNewUser(browser: Browser) {
  const visitor = await registerPerson()
  const page = await (await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' })).newPage()
  await signInByApi(page, visitor)
  return { page, visitor }
}

/** Creates a task in a project with two members, each signed in with their own browser. */
export async function createSharedTask(page: Page, browser: Browser, role = 'member') {
  const owner = await registerPerson()
  await signInByApi(page, owner)
  const { page: colleague, visitor } = await openAsNewUser(browser)
  const { item: project } = await callApi<Item>(page, 'POST', '/project', { name: 'Posters' })
  const { item: created } = await callApi<Item>(page, 'POST', `/project/${project.id}/board`, {
    name: 'Plan',
  })
  const { item: board } = await callApi<{ item: BoardWithColumns }>(page, 'GET', `/board/${created.id}`)
  const fields = { title: 'Print posters', boardId: board.id }
  const { item: task } = await callApi<Item<{ title: string }>>(page, 'POST', '/task', fields)
  const { item: invitation } = await callApi<Item<{ token: string }>>(
    page,
    'POST',
    `/project/${project.id}/invite`,
    { email: visitor.email, role },
  )
  await callApi(colleague, 'POST', '/invitation/accept', { token: invitation.token })
  return { task, board, colleague }
}

export function column(page: Page, title: string) {
  return page.getByRole('region', { name: title })
}

export function cards(page: Page, columnTitle: string) {
  return column(page, columnTitle).getByRole('listitem').getByRole('link')
}

export function cardNamed(page: Page, title: string) {
  return page.getByRole('link', { name: title, exact: true })
}

/** Where a dragged card would be dropped. */
export function gapIn(page: Page, columnTitle: string) {
  return column(page, columnTitle).locator('[data-gap]')
}

/** A text for screen readers. */
export function announcement(page: Page, text: string) {
  return page.getByRole('status').getByText(text)
}

/** In the only notice, or in this one. */
export function undo(within: Page | Locator) {
  return within.getByRole('button', { name: 'Undo', exact: true })
}

/** Drops the card onto the upper half of the target. */
export async function drag(page: Page, card: Locator, target: Locator) {
  await pickUp(page, card)
  await dropOnto(page, target)
}

export async function pickUp(page: Page, card: Locator) {
  await card.hover()
  await page.mouse.down()
  const box = await boxOf(card)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 8, { steps: 2 })
  await page.locator('[data-dragging]').waitFor()
}

async function dropOnto(page: Page, target: Locator) {
  const box = await boxOf(target)
  await page.mouse.move(box.x + box.width / 2, box.y + 20, { steps: 5 })
  await page.mouse.move(box.x + box.width / 2, box.y + 6, { steps: 5 })
  await page.mouse.up()
}

export async function boxOf(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error('The target is not on the screen')
  return box
}

interface Board {
  id: number
  columns: { id: number; title: string }[]
}

interface FullBoard {
  item: { columns: { title: string; tasks: { title: string }[] }[] }
}

/** In each round, two users drop a card between the same two cards at the same time. */
export async function dropIntoSameGap([one, other]: readonly [Page, Page], board: Board, rounds: number) {
  const [left, right] = board.columns
  await addTasks(one, left?.id, ['Above left', 'Mine', 'Yours', 'Below left'])
  await addTasks(one, right?.id, ['Above right', 'Below right'])
  for (const page of [one, other]) {
    await page.goto(`/app/board/${board.id}`)
    await expect(cardNamed(page, 'Below right')).toBeVisible()
  }
  for (let round = 0; round < rounds; round += 1) {
    const [to, side] = round % 2 === 0 ? [right, 'right'] : [left, 'left']
    await Promise.all([pickUp(one, cardNamed(one, 'Mine')), pickUp(other, cardNamed(other, 'Yours'))])
    await Promise.all([one, other].map(page => dropOnto(page, cardNamed(page, `Below ${side}`))))
    await expect
      .poll(async () => (await orderOf(one, board.id, to?.title ?? '')).slice(-4))
      .toEqual([`Above ${side}`, expect.any(String), expect.any(String), `Below ${side}`])
    const order = await orderOf(one, board.id, to?.title ?? '')
    for (const page of [one, other]) await expect(cards(page, to?.title ?? '')).toHaveText(order)
  }
}

/** The order on the server. */
async function orderOf(page: Page, boardId: number, columnTitle: string) {
  const { item } = await callApi<FullBoard>(page, 'GET', `/board/${boardId}/full`)
  return item.columns.find(({ title }) => title === columnTitle)?.tasks.map(({ title }) => title) ?? []
}

/** Waits for the animation that follows a change: it starts in the second frame after it. */
export function motionEnds(page: Page) {
  return page.evaluate(`(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })()`)
}
