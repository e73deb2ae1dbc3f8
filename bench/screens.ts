import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { callApi, cardNamed, cards, column, drag } from '../e2e/boards.ts'
import { chromiumSwitches } from '../e2e/chromium-switches.ts'
import { findChromium } from '../e2e/find-chromium.ts'
import { withAtrium } from './atrium.ts'
import { openDemoBoard, openOnce } from './first-load.ts'
import { share } from './load.ts'
import { limit } from './options.ts'
import type { Report } from './report.ts'

/** The budget for what a page can show before the server has answered, such as the panel of a task of an open board. */
const AT_ONCE_MS = 100
const WITH_DATA_MS = 300
const FIRST_CARD_COLD_MS = 1000

/** An action of a person, and the element that shows its result. */
interface Action {
  name: string
  budgetMs: number
  /** The event that starts the clock; the last one before the result counts. */
  startedBy: 'click' | 'keydown' | 'drop'
  /** Brings the page to where the action begins. Not measured. */
  prepare: (round: number) => Promise<unknown>
  act: (round: number) => Promise<unknown>
  /** The element that appears, and a text that it contains, as its content or as the value of a field. */
  shows: (round: number) => [selector: string, text: string]
}

/** Measures everyday actions in a browser with the demo data, from the click to the painted result. */
export function measureScreens(report: Report) {
  return withAtrium(report, {}, async atrium => {
    const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumSwitches })
    try {
      const { session, board } = await openDemoBoard(atrium, browser)
      const open = (isWarm: boolean) =>
        repeat(async () => (await openOnce(atrium, browser, session, { path: board, isWarm })).card)
      const rows = [
        cellsOf('open a board, cold', FIRST_CARD_COLD_MS, await open(false)),
        cellsOf('open a board, warm', WITH_DATA_MS, await open(true)),
      ]
      const context = await browser.newContext({
        baseURL: atrium.tasksUrl,
        storageState: session,
        viewport: { width: 1440, height: 900 },
      })
      const page = await context.newPage()
      await page.addInitScript({ path: fileURLToPath(new URL('painted-result.js', import.meta.url)) })
      await page.goto(board)
      await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
      for (const action of await everydayActions(page, board)) {
        report.progress(action.name)
        rows.push(cellsOf(action.name, action.budgetMs, await repeat(round => measure(page, action, round))))
      }
      report.addTable('Everyday actions', ['action', 'p50 ms', 'p95 ms', 'budget ms', 'met'], rows)
    } finally {
      await browser.close()
    }
  })
}

interface Board {
  item: {
    projectId: number
    columns: { id: number; title: string; tasks: { id: number; title: string }[] }[]
  }
}

async function everydayActions(page: Page, board: string): Promise<Action[]> {
  const boardId = board.split('/').at(-1)
  const { item } = await callApi<Board>(page, 'GET', `/board/${boardId}/full`)
  const [first, second] = item.columns
  const task = first?.tasks[0]
  if (!first || !second || !task) throw new Error('The demo board has no task in its first column')
  const target = (round: number) => (round % 2 === 0 ? second : first)
  const priority = (round: number) => (round % 2 === 0 ? 'Low' : 'Urgent')
  const openBoard = async () => {
    const isOpen = page.url().endsWith(board) || page.url().includes(`${board}/task/`)
    if (!isOpen) await goTo(page, board, 'main a[href*="/task/"]')
    while ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape', { delay: 50 })
  }
  const openTask = async () => {
    await openBoard()
    await cardNamed(page, task.title).click()
    await page.locator('[data-task-panel]').waitFor()
  }
  return [
    {
      name: 'open a task',
      budgetMs: AT_ONCE_MS,
      startedBy: 'click',
      prepare: openBoard,
      act: () => cardNamed(page, task.title).click(),
      shows: () => ['[data-task-panel] textarea', task.title],
    },
    {
      name: 'change a field of a card',
      budgetMs: AT_ONCE_MS,
      startedBy: 'keydown',
      prepare: async round => {
        await openBoard()
        await cardNamed(page, task.title).focus()
        await page.keyboard.press('p')
        const option = page.getByRole('option', { name: priority(round) })
        await option.waitFor()
        await option.hover()
      },
      act: () => page.keyboard.press('Enter'),
      shows: round => [`section[data-column] li:has(a[href$="/task/${task.id}"])`, priority(round)],
    },
    {
      name: 'drag a card',
      budgetMs: AT_ONCE_MS,
      startedBy: 'drop',
      prepare: async () => {
        await openBoard()
        await sleep(SETTLE_MS) // nobody picks a card up again in the moment it lands
      },
      act: round => drag(page, cardNamed(page, task.title), cards(page, target(round).title).first()),
      shows: round => [`section[data-column="${target(round).id}"] li`, task.title],
    },
    {
      name: 'add a task to a column',
      budgetMs: AT_ONCE_MS,
      startedBy: 'keydown',
      prepare: async round => {
        await openBoard()
        // The field stays open for the next task.
        const button = column(page, first.title).getByRole('button', { name: `Add task to ${first.title}` })
        if (await button.isVisible()) await button.click()
        await page.keyboard.type(`Sample ${round}`)
      },
      act: () => page.keyboard.press('Enter'),
      shows: round => [`section[data-column="${first.id}"] li`, `Sample ${round}`],
    },
    {
      name: 'comment',
      budgetMs: AT_ONCE_MS,
      startedBy: 'keydown',
      prepare: async round => {
        await openTask()
        await page.getByRole('textbox', { name: 'Write a comment' }).click()
        await page.keyboard.type(`Comment ${round}.`)
      },
      act: () => page.keyboard.press('Control+Enter'),
      shows: round => ['[data-task-panel] li', `Comment ${round}.`],
    },
    {
      name: 'search',
      budgetMs: WITH_DATA_MS,
      startedBy: 'keydown',
      prepare: async () => {
        await openBoard()
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: 'Search and commands' }).fill(task.title.slice(0, -1))
      },
      act: () => page.keyboard.type(task.title.slice(-1)),
      shows: () => ['[role=option]', task.title],
    },
    {
      name: 'switch to the table',
      budgetMs: WITH_DATA_MS,
      startedBy: 'click',
      prepare: () => goTo(page, `/app/project/${item.projectId}/tasks?view=timeline`, '[data-timeline-row]'),
      act: () => page.getByRole('link', { name: 'Table', exact: true }).click(),
      shows: () => ['[role=grid] [data-cell="title"]', ''],
    },
    {
      name: 'open My work',
      budgetMs: WITH_DATA_MS,
      startedBy: 'click',
      prepare: openBoard,
      act: () => page.getByRole('link', { name: 'My work' }).first().click(),
      shows: () => ['main a[href*="/task/"]', ''],
    },
    {
      name: 'open the notifications',
      budgetMs: WITH_DATA_MS,
      startedBy: 'click',
      prepare: openBoard,
      act: () => page.getByRole('button', { name: /^Notifications/ }).click(),
      shows: () => ['[role=dialog] a[href*="/task/"]', ''],
    },
  ]
}

/** Time for what a page loads after it is shown, so that it does not compete with the action. */
const SETTLE_MS = 400

async function goTo(page: Page, path: string, selector: string) {
  await page.goto(path)
  await page.locator(selector).first().waitFor()
  await sleep(SETTLE_MS)
}

/** What `painted-result.js` adds to a page. */
type Measured = typeof globalThis & { elapsed?: number; watchFor: (awaited: object) => void }

async function measure(page: Page, { startedBy, prepare, act, shows }: Action, round: number) {
  await prepare(round)
  const [selector, text] = shows(round)
  await page.evaluate(awaited => (globalThis as Measured).watchFor(awaited), { startedBy, selector, text })
  await act(round)
  const elapsed = await page.waitForFunction(() => (globalThis as Measured).elapsed)
  return (await elapsed.jsonValue()) ?? 0
}

async function repeat(once: (round: number) => Promise<number>) {
  const times: number[] = []
  for (let round = 0; round < limit('BENCH_ACTIONS'); round += 1) times.push(await once(round))
  return times
}

function cellsOf(name: string, budgetMs: number, times: number[]) {
  const p95 = share(times, 0.95)
  return [
    name,
    share(times, 0.5).toFixed(0),
    p95.toFixed(0),
    String(budgetMs),
    p95 <= budgetMs ? 'yes' : '**no**',
  ]
}
