import { expect, type Locator, type Page, test } from '@playwright/test'
import { announcement, boxOf, callApi, createSharedTask, personalBoard, undo } from '../boards.ts'
import { createFinger, middleOf } from '../finger.ts'
import { accessibilityViolations, overflow } from '../screen-checks.ts'

// Bars move as most people see them: what an animation breaks, a still page hides.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

interface Dates {
  startDate: string | null
  dueDate: string | null
}
interface Item {
  item: { id: number; title: string } & Dates
}

/** The width of a day at the scale of weeks. */
const DAY = 14

function day(fromToday: number) {
  return new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10)
}

async function create(page: Page, columnId: number | undefined, title: string, fields: object) {
  return (await callApi<Item>(page, 'POST', '/task', { title, columnId, ...fields })).item
}

function row(page: Page, title: string) {
  return page.getByRole('row', { name: new RegExp(title) })
}

function bar(page: Page, title: string) {
  return row(page, title).locator('[data-bar]')
}

function datesOf(page: Page, { id }: { id: number }) {
  return async () => {
    const { item } = await callApi<Item>(page, 'GET', `/task/${id}`)
    return [item.startDate, item.dueDate]
  }
}

/** Drags an element by so many pixels, or onto another one. */
async function drag(page: Page, grip: Locator, to: { by: number } | { onto: Locator }) {
  await grip.hover()
  const from = await middleOf(grip)
  const end = 'by' in to ? { x: from.x + to.by, y: from.y } : await middleOf(to.onto)
  await page.mouse.down()
  await page.mouse.move(from.x + 4, from.y, { steps: 2 })
  await page.locator('[data-dragging]').waitFor()
  await page.mouse.move(end.x, end.y, { steps: 5 })
  await page.mouse.up()
}

test('bars of a timeline are moved, resized, linked and scheduled by mouse and keyboard, live', async ({
  page,
  browser,
}) => {
  const { board, task: posters, colleague } = await createSharedTask(page, browser, 'viewer')
  const columnId = board.columns[0]?.id
  const venue = await create(page, columnId, 'Book the venue', { startDate: day(1), dueDate: day(6) })
  const flyers = await create(page, columnId, 'Order flyers', { startDate: day(8), dueDate: day(10) })
  const party = await create(page, columnId, 'Party', { dueDate: day(9) })
  await page.goto(`/app/project/${board.projectId}/tasks`)
  await page.getByRole('link', { name: 'Timeline' }).click()
  await expect(page).toHaveURL(/view=timeline/)
  const shown = page
    .getByRole('treegrid', { name: 'Timeline' })
    .getByRole('row')
    .filter({ has: page.locator('a') })
  await expect(shown.locator('a')).toHaveText(['Book the venue', 'Order flyers', 'Party', 'Print posters'])
  await expect(row(page, 'Print posters')).toHaveAccessibleName(/Print posters, no dates/)
  expect(await accessibilityViolations(page)).toEqual([])
  await colleague.goto(`/app/project/${board.projectId}/tasks?view=timeline`)
  await expect(bar(colleague, 'Book the venue')).toBeVisible()
  await expect(colleague.locator('[data-movable], [data-grip="new"]')).toHaveCount(0)

  // By mouse: the whole bar and back, an end, and a task without dates.
  await drag(page, bar(page, 'Book the venue'), { by: 2 * DAY })
  await expect.poll(datesOf(page, venue)).toEqual([day(3), day(8)])
  await undo(page).click()
  await expect.poll(datesOf(page, venue)).toEqual([day(1), day(6)])
  await drag(page, bar(page, 'Book the venue').locator('[data-grip="due"]'), { by: 3 * DAY })
  await expect.poll(datesOf(page, venue)).toEqual([day(1), day(9)])
  const before = (await boxOf(bar(colleague, 'Order flyers'))).x
  await expect.poll(async () => (await boxOf(bar(colleague, 'Book the venue'))).width).toBe(9 * DAY)
  await row(page, 'Print posters').getByRole('button', { name: 'Schedule for today' }).click()
  await expect(bar(page, 'Print posters')).toBeVisible()
  await expect.poll(datesOf(page, posters)).toEqual([null, day(0)])

  // A line from the end of one bar to another, which is late.
  await drag(page, bar(page, 'Book the venue').locator('[data-grip="link"]'), {
    onto: bar(page, 'Order flyers'),
  })
  await expect(page.getByText('“Book the venue” now blocks “Order flyers”')).toBeVisible()
  const line = page.locator(`[data-dependency="${venue.id}-${flyers.id}"]`)
  await expect(line).toHaveAttribute('data-kind', 'late')
  await expect(row(colleague, 'Order flyers')).toHaveAccessibleName(/, blocked by \S+ Book the venue$/)

  // By keyboard: two days later it is no longer late; the end alone; then put back.
  await row(page, 'Order flyers').focus()
  await page.keyboard.press('Space')
  await expect(announcement(page, 'Picked up “Order flyers”')).toBeAttached()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Control+ArrowLeft')
  await page.keyboard.press('Space')
  await expect.poll(datesOf(page, flyers)).toEqual([day(9), day(13)])
  await expect(line).toHaveAttribute('data-kind', 'lit')
  await expect.poll(async () => (await boxOf(bar(colleague, 'Order flyers'))).x).toBe(before + DAY)
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'Party')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(announcement(page, 'Picked up “Party”')).toBeAttached()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await expect(announcement(page, '“Party” put back')).toBeAttached()
  expect(await datesOf(page, party)()).toEqual([null, day(9)])

  await page.keyboard.press('+')
  await expect(page).toHaveURL(/scale=days/)
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-task-panel]')).toHaveAccessibleName('Party')
})

test('a timeline opens on what is running today, whatever is loaded first', async ({ page }) => {
  const { board } = await personalBoard(page)
  const columnId = board.columns[0]?.id
  await create(page, columnId, 'Some time', {})
  const late = Array.from({ length: 25 }, (_, at) => ({
    title: `Late ${at}`,
    dates: { startDate: day(-60), dueDate: day(-50) },
  }))
  for (const { title, dates } of late) await create(page, columnId, title, dates)
  await create(page, columnId, 'Running', { startDate: day(-2), dueDate: day(2) })
  await page.route('**/task/schedule?*', async route => {
    await row(page, 'Some time').waitFor()
    await route.continue()
  })
  await page.goto(`/app/project/${board.projectId}/tasks?view=timeline`)
  await expect(row(page, 'Running')).toBeInViewport()
  await expect(row(page, 'Late 3')).not.toBeInViewport()
})

test('a timeline is grouped, nested, zoomed, saved and scrolled to other years', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const { board, task: posters, colleague } = await createSharedTask(page, browser)
  const columnId = board.columns[0]?.id
  const { item: me } = await callApi<Item>(page, 'GET', '/users/me')
  const party = await create(page, columnId, 'Party', { assigneeId: me.id })
  const part = { parentId: party.id, assigneeId: me.id }
  await create(page, columnId, 'Book the venue', { ...part, startDate: day(1), dueDate: day(3) })
  await create(page, board.columns.at(-1)?.id, 'Invite guests', { ...part, dueDate: day(8) })
  await create(page, columnId, 'Review of earlier years', { startDate: day(-1500), dueDate: day(-1490) })
  await page.goto(`/app/project/${board.projectId}/tasks?view=timeline&filter=`)

  // A parent without dates has those of its sub-tasks, and their progress.
  await expect(row(page, 'Party, no dates')).toHaveAccessibleName(/1 of 2 sub-tasks done$/)
  await expect(row(page, 'Party').locator('[data-summary]')).toBeVisible()
  await expect(row(page, 'Invite guests')).toHaveAttribute('aria-level', '2')
  await page.getByRole('button', { name: 'Group' }).click()
  await page.getByRole('menuitemradio', { name: 'By assignee' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'By assignee' })).toBeFocused()
  await expect(page.getByRole('row', { name: /^Unassigned, 1 task$/ })).toBeVisible()
  await expect(row(page, 'Invite guests')).toHaveAttribute('aria-level', '3')

  // The tree by keyboard.
  await row(page, 'Party, no dates').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, 'Invite guests')).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(row(page, 'Book the venue')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, 'Party, no dates')).toBeFocused()
  await page.keyboard.press('End')
  await expect(row(page, 'Print posters')).toBeFocused()

  // A drag over several days schedules a task that has no dates.
  const empty = row(page, 'Print posters').locator('[data-grip="new"]')
  const grid = await boxOf(page.getByRole('treegrid'))
  const { y } = await middleOf(empty)
  // In the middle: close to an edge, it would scroll.
  const from = { x: grid.x + grid.width * 0.55, y }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 6, from.y, { steps: 2 })
  await page.locator('[data-dragging]').waitFor()
  await page.mouse.move(from.x + 2 * DAY, from.y, { steps: 4 })
  await page.mouse.up()
  await expect(bar(page, 'Print posters')).toBeVisible()
  await expect
    .poll(async () => {
      const [start, due] = await datesOf(page, posters)()
      return (Date.parse(due ?? '') - Date.parse(start ?? '')) / 86_400_000
    })
    .toBe(2)

  // The wheel zooms around the pointer; the scale is part of a saved view.
  await bar(page, 'Book the venue').hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, 120)
  await page.keyboard.up('Control')
  await expect(page).toHaveURL(/scale=months/)
  await page.getByRole('button', { name: 'All tasks' }).click()
  await page.getByRole('menuitem', { name: 'Save as a new view…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Plan')
  await page.getByRole('checkbox', { name: 'Share with all members of the project' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await colleague.goto(`/app/project/${board.projectId}/tasks`)
  await colleague.getByRole('button', { name: 'All tasks' }).click()
  await colleague.getByRole('menuitem', { name: 'Plan' }).click()
  await expect(colleague).toHaveURL(/group=assignee&scale=months/)
  await expect(bar(colleague, 'Book the venue')).toBeVisible()

  // Years ago is loaded when one gets there, and what is shown stays in its place.
  await expect(row(page, 'Review of earlier years')).toHaveCount(0)
  const scroller = page.getByRole('treegrid')
  await expect(async () => {
    await scroller.evaluate(element => {
      element.scrollLeft = 0
    })
    await expect(row(page, 'Review of earlier years')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(bar(page, 'Book the venue')).toBeInViewport()

  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a timeline of 2,000 bars has few elements', { tag: '@long' }, async ({ page, browser }) => {
  const { board } = await createSharedTask(page, browser)
  const columnId = board.columns[0]?.id
  const numbers = Array.from({ length: 2000 }, (_, index) => index)
  for (let at = 0; at < numbers.length; at += 50) {
    const batch = numbers.slice(at, at + 50)
    await Promise.all(
      batch.map(number =>
        create(page, columnId, `Task ${number}`, {
          startDate: day(number % 60),
          dueDate: day((number % 60) + 5),
        }),
      ),
    )
  }
  await page.goto(`/app/project/${board.projectId}/tasks?view=timeline`)
  await expect(page.getByText('2,001 tasks')).toBeVisible()
  const scroller = page.getByRole('treegrid')
  await expect(scroller).toHaveAttribute('aria-rowcount', '2002')
  const elements = () => scroller.locator('*').count()
  await expect.poll(() => page.locator('[data-bar]').count()).toBeGreaterThan(10)
  expect(await elements()).toBeLessThan(1500)
  await page.locator('[data-timeline-row]').first().focus()
  await page.keyboard.press('End')
  await expect(row(page, 'Print posters')).toBeFocused()
  expect(await elements()).toBeLessThan(1500)
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 740 } })

  test('a long press moves a bar, a swipe scrolls, a pinch zooms', { tag: '@long' }, async ({
    page,
    browser,
  }) => {
    const { board } = await createSharedTask(page, browser)
    const columnId = board.columns[0]?.id
    const venue = await create(page, columnId, 'Book the venue', { startDate: day(1), dueDate: day(8) })
    await page.goto(`/app/project/${board.projectId}/tasks?view=timeline`)
    await expect(bar(page, 'Book the venue')).toBeVisible()
    await expect(row(page, 'Book the venue').getByRole('link')).toBeInViewport()
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
    expect(await accessibilityViolations(page)).toEqual([])
    const finger = await createFinger(page)

    await finger.press(bar(page, 'Book the venue'))
    await expect(announcement(page, 'Picked up “Book the venue”')).toBeAttached()
    const { x, y } = await middleOf(bar(page, 'Book the venue'))
    await finger.moveTo({ x: x + 3 * DAY, y })
    await finger.lift()
    await expect.poll(datesOf(page, venue)).toEqual([day(4), day(11)])

    const left = () => page.getByRole('treegrid').evaluate(element => element.scrollLeft)
    const before = await left()
    await expect(async () => {
      await finger.swipe(row(page, 'Print posters').getByRole('link'), { x: 10, y: y + 52 })
      await expect.poll(left, { timeout: 2000 }).not.toBe(before)
    }).toPass()
    expect(await datesOf(page, venue)()).toEqual([day(4), day(11)])

    await finger.pinch({ x: 160, y }, 40, 120)
    await expect(page).toHaveURL(/scale=days/)
    await page.getByRole('button', { name: 'List of titles' }).tap()
    await expect(page.getByRole('separator', { name: 'Width of the list' })).toBeVisible()
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  })
})
