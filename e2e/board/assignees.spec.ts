import { type Browser, expect, type Page, test } from '@playwright/test'
import { identityUrl } from '../atrium.ts'
import { addTasks, callApi, cardNamed, column } from '../boards.ts'
import { registerPerson, signInByApi } from '../people.ts'
import { accessibilityViolations } from '../screen-checks.ts'

interface Item {
  item: { id: number; token: string; assigneeIds: number[]; columns: { id: number }[] }
}

/** A board of a project with Ada and Max, next to the user. */
async function boardOfThree(page: Page, browser: Browser) {
  await signInByApi(page, await registerPerson())
  const { item: project } = await callApi<Item>(page, 'POST', '/project', { name: 'House' })
  const people = [
    { name: 'Ada', surname: 'Lovelace' },
    { name: 'Max', surname: 'Planck' },
  ]
  const ids: number[] = []
  for (const names of people) {
    const person = await registerPerson(identityUrl, names)
    const other = await (await browser.newContext()).newPage()
    await signInByApi(other, person)
    const invitation = { email: person.email, role: 'member' }
    const { item } = await callApi<Item>(page, 'POST', `/project/${project.id}/invite`, invitation)
    await callApi(other, 'POST', '/invitation/accept', { token: item.token })
    ids.push((await callApi<Item>(other, 'GET', '/users/me')).item.id)
    await other.context().close()
  }
  const created = await callApi<Item>(page, 'POST', `/project/${project.id}/board`, { name: 'Plan' })
  const { item: board } = await callApi<Item>(page, 'GET', `/board/${created.item.id}`)
  const [ada, max] = ids as [number, number]
  return { board, ada, max }
}

test('several people are put on a task as it is typed, on its card and in its panel', {
  tag: '@long',
}, async ({ page, browser }) => {
  const { board, ada, max } = await boardOfThree(page, browser)
  const [task] = await addTasks(page, board.columns[0]?.id, ['Hang doors'])
  const peopleOn = async () => (await callApi<Item>(page, 'GET', `/task/${task?.id}`)).item.assigneeIds
  await page.goto(`/app/board/${board.id}`)

  await column(page, 'To do').getByRole('button', { name: 'Add task to To do' }).click()
  await page.keyboard.type('Paint walls @ada @max ')
  const chips = page.getByRole('list', { name: 'Recognized in the title' })
  await expect(chips.getByRole('listitem')).toHaveText(['Ada Lovelace', 'Max Planck'])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  const walls = page.locator('[data-card]').filter({ has: cardNamed(page, 'Paint walls') })
  await expect(walls.getByRole('button', { name: 'Assigned to Ada Lovelace, Max Planck' })).toBeVisible()

  const doors = page.locator('[data-card]').filter({ has: cardNamed(page, 'Hang doors') })
  const picker = page.getByRole('dialog', { name: 'Assignee of “Hang doors”' })
  await cardNamed(page, 'Hang doors').focus()
  await page.keyboard.press('a')
  await picker.getByRole('option', { name: 'Several people…' }).click()
  await page.keyboard.type('ada')
  await page.keyboard.press('Enter')
  await page.keyboard.type('max')
  await page.keyboard.press('Enter')
  await expect(picker.getByRole('option', { selected: true })).toHaveText([/Ada Lovelace/, /Max Planck/])
  await expect(picker.getByRole('option', { name: /Ada Lovelace.*Responsible/ })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(doors.getByRole('button', { name: 'Assigned to Ada Lovelace, Max Planck' })).toBeVisible()
  await expect.poll(peopleOn).toEqual([ada, max])

  await page.keyboard.press('a')
  await picker.getByRole('option', { name: 'Make Max Planck responsible' }).click()
  await page.keyboard.press('Escape')
  await expect(doors.getByRole('button', { name: 'Assigned to Max Planck, Ada Lovelace' })).toBeVisible()
  await expect.poll(peopleOn).toEqual([max, ada])

  await page.goto(`/app/board/${board.id}?lanes=assignee`)
  await expect(page.getByRole('group', { name: 'Max Planck' }).getByRole('link')).toHaveText(['Hang doors'])
  await expect(page.getByRole('group', { name: 'Ada Lovelace' }).getByRole('link')).toHaveText([
    'Paint walls',
  ])

  await page.goto(`/app/board/${board.id}/task/${task?.id}`)
  const responsible = page.getByRole('combobox', { name: 'Assignee', exact: true })
  await expect(responsible).toHaveValue('Max Planck')
  await page.getByRole('combobox', { name: 'Also on the task' }).click()
  await page.getByRole('option', { name: 'Sam Sample' }).click()
  await expect.poll(async () => (await peopleOn()).length).toBe(3)
  await page.keyboard.press('Escape')
  expect(await accessibilityViolations(page)).toEqual([])
  await responsible.click()
  await page.getByRole('option', { name: 'Ada Lovelace' }).click()
  await expect.poll(peopleOn).toEqual([ada, max, expect.any(Number)])
})
