import { expect as expectSlowly, type Locator, type Page, test } from '@playwright/test'
import { cardNamed, cards } from '../boards.ts'
import { registerPerson } from '../people.ts'

// Cards move as most people see them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })
test.setTimeout(150_000)
const expect = expectSlowly.configure({ timeout: 20_000 })

test('everything of a working day is done without a pointer, from sign-in to the inbox', {
  tag: '@long',
}, async ({ page }) => {
  const { keyboard } = page
  const person = await registerPerson()

  await page.goto('/app/')
  const link = page.getByRole('link', { name: 'Sign in' })
  await page.getByLabel('Password').or(link).waitFor()
  if (await link.isVisible()) {
    await tabTo(page, link)
    await keyboard.press('Enter')
  }
  await tabTo(page, page.getByLabel('Email or phone'))
  await keyboard.type(person.email)
  await keyboard.press('Tab')
  await keyboard.type(person.password)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /Sam/ })).toBeVisible()

  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
  const board = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Board' })
  await tabTo(page, board)
  await keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'To do' })).toBeVisible()

  await keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'New task title' })).toBeFocused()
  for (const title of ['Call the plumber', 'Water the plants']) {
    await keyboard.type(title)
    await keyboard.press('Enter')
  }
  await keyboard.press('Escape')
  await expect(cards(page, 'To do')).toHaveText(['Water the plants', 'Call the plumber'])

  // One card of a board is in the order of the Tab key; arrow keys reach the others.
  await tabTo(page, page.locator('[data-card-link][tabindex="0"]'))
  await keyboard.press('Home')
  await expect(cardNamed(page, 'Water the plants')).toBeFocused()
  await keyboard.press('Enter')
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('textbox', { name: 'Title' })).toHaveValue('Water the plants')
  await tabTo(page, panel.getByRole('combobox', { name: 'Priority' }))
  await expect(async () => {
    await keyboard.press('ArrowDown')
    const high = page.getByRole('option', { name: 'High' })
    await expect(high).toHaveAttribute('data-combobox-selected', 'true', { timeout: 1000 })
  }).toPass()
  await keyboard.press('Enter')
  await expect(panel.getByRole('combobox', { name: 'Priority' })).toHaveValue('High')
  await tabTo(page, panel.getByRole('textbox', { name: 'Write a comment' }))
  await keyboard.type('The balcony, too')
  await keyboard.press('Control+Enter')
  await expect(panel.getByRole('list', { name: 'Comments' })).toContainText('The balcony, too')
  // Out of the field, then out of the task. The card behind it counts the comment, and leaves the focus in the task.
  await keyboard.press('Escape')
  await expect(panel).toBeFocused()
  await expect(page.getByTitle('1 comment')).toBeAttached()
  await expect(panel).toBeFocused()
  await keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await expect(cardNamed(page, 'Water the plants')).toBeFocused()
  for (const key of ['Space', 'ArrowRight', 'Space']) await keyboard.press(key)
  await expect(cards(page, 'In progress')).toHaveText(['Water the plants'])

  await keyboard.press('Control+k')
  await keyboard.type('plumber')
  await expect(page.getByRole('option', { name: /Call the plumber/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await keyboard.press('Enter')
  await expect(panel.getByRole('textbox', { name: 'Title' })).toHaveValue('Call the plumber')
  await keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await tabTo(page, page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Table' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('grid').getByRole('row', { name: /Water the plants/ })).toBeVisible()

  for (const key of ['g', 'n']) await keyboard.press(key)
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
})

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor({ state: 'attached' })
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate(element => element.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  await expect(target, 'reached with Tab').toBeFocused()
}
