import { expect, test } from '@playwright/test'
import { callApi } from '../boards.ts'
import { fillSignInForm, registerPerson, signInByApi } from '../people.ts'
import { accessibilityViolations, collectErrors, overflow } from '../screen-checks.ts'

test('a new user goes from the address of Atrium to a board with invited people, and the first steps tick off', async ({
  page,
}) => {
  const errors = collectErrors(page)
  const [person, member] = await Promise.all([registerPerson(), registerPerson()])
  await page.goto('/')
  await fillSignInForm(page, person)
  const steps = page.getByRole('region', { name: 'Get started' })
  await expect(steps).toContainText('0 of 4 steps done')
  await steps.getByRole('button', { name: 'Add your first task' }).click()
  await page.keyboard.type('Water the plants')
  await page.keyboard.press('Enter')
  await expect(steps).toContainText('1 of 4 steps done')
  await page.getByRole('checkbox', { name: 'Complete “Water the plants”' }).click()
  await expect(steps).toContainText('2 of 4 steps done')

  await steps.getByRole('button', { name: 'Create a project' }).click()
  const creation = page.getByRole('dialog', { name: 'New project' })
  await expect(creation.getByRole('radio', { name: 'Simple board' })).toBeChecked()
  await expect(creation).toContainText('To do · In progress · Done')
  await creation.getByRole('textbox', { name: 'Name' }).fill('Garden')
  await creation.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('region', { name: 'In progress' })).toBeVisible()

  await page.goto('/app/')
  await expect(steps).toContainText('3 of 4 steps done')
  expect(await accessibilityViolations(page)).toEqual([])
  await steps.getByRole('button', { name: 'Invite your team' }).click()
  await page.getByRole('button', { name: 'Add people' }).click()
  const people = page.getByRole('dialog', { name: 'Add people' })
  const addresses = people.getByRole('textbox', { name: 'Email addresses' })
  await addresses.fill(`Ada <ada.${member.email}>, nobody\n${person.email}`)
  await people.getByRole('button', { name: 'Invite' }).click()
  await expect(people).toContainText('1 of 3 addresses invited')
  await expect(people.getByRole('listitem').filter({ hasText: person.email })).toContainText(
    'already a member',
  )
  await expect(people.getByRole('button', { name: `Copy link for ada.${member.email}` })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 720 })
  await people.getByRole('button', { name: 'Correct the others' }).click()
  await expect(addresses).toHaveValue(`nobody\n${person.email}`)
  await addresses.fill(member.email)
  await people.getByRole('button', { name: 'Invite' }).click()
  await expect(people.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(/invitation#token=/)

  await page.goto('/app/')
  await expect(page.getByRole('textbox', { name: 'New task' })).toBeVisible()
  await expect(steps).toHaveCount(0)
  const refused = errors.filter(text => text.endsWith('/invite'))
  expect(errors).toEqual(refused)
  expect(refused).toHaveLength(2)
})

test('the first steps stay hidden, and ? shows the keys of the page first', async ({ page }) => {
  await signInByApi(page, await registerPerson())
  await page.goto('/app/')
  await page.getByRole('region', { name: 'Get started' }).getByRole('button', { name: 'Hide' }).click()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'New task' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Get started' })).toHaveCount(0)

  const { items: projects } = await callApi<{ items: { id: number }[] }>(page, 'GET', '/project')
  const { items: boards } = await callApi<{ items: { id: number }[] }>(
    page,
    'GET',
    `/project/${projects[0]?.id}/board`,
  )
  await page.goto(`/app/board/${boards[0]?.id}`)
  await expect(page.getByRole('region', { name: 'To do' })).toBeVisible()
  await page.keyboard.press('?')
  const headings = page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('heading', { level: 3 })
  await expect(headings.last()).toHaveText('Everywhere')
  await expect(headings.first()).not.toHaveText('Everywhere')
})
