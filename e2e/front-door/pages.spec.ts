import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { asOwner, idOf } from '../admin.ts'
import { identityUrl, tasksUrl } from '../atrium.ts'
import { personalBoard } from '../boards.ts'
import { latestLink, myWorkLink, registerPerson, signInAtIdentityByApi, signInByApi } from '../people.ts'
import { accessibilityViolations, overflow } from '../screen-checks.ts'

const phone = { width: 320, height: 640 }
const desktop = { width: 1440, height: 900 }

const visits = [
  {
    locale: 'en-GB',
    viewport: desktop,
    username: 'Email or phone',
    password: 'Password',
    submit: 'Sign in',
    heading: 'Time',
  },
  {
    locale: 'ru-RU',
    viewport: phone,
    username: 'Почта или телефон',
    password: 'Пароль',
    submit: 'Войти',
    heading: 'Время',
  },
]

for (const { locale, viewport, username, password, submit, heading } of visits) {
  test(`an address inside the application leads to the sign-in form and back, ${locale}`, async ({
    browser,
  }) => {
    const person = await registerPerson()
    const context = await browser.newContext({ locale, viewport })
    const page = await context.newPage()
    const refused: string[] = []
    page.on('response', response => {
      if (response.status() >= 400) refused.push(response.url())
    })
    await page.goto(`${tasksUrl}/app/time?date=2026-03-02#entries`)
    await page.getByLabel(username).fill(person.email)
    await page.getByLabel(password).fill(person.password)
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: submit, exact: true }).click()
    await expect(page).toHaveURL(`${tasksUrl}/app/time?date=2026-03-02#entries`)
    await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2))
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect(refused).toEqual([])
    await context.close()
  })
}

test('the sign-in form comes first and asks for nothing that is refused, and an ended session says so', async ({
  page,
}) => {
  const refused: string[] = []
  page.on('response', response => {
    if (response.status() >= 400) refused.push(response.url())
  })
  await page.goto('/app/')
  await expect(page.getByLabel('Password')).toBeVisible()
  expect(refused).toEqual([])

  await signInByApi(page, await registerPerson())
  await page.goto('/app/projects')
  await expect(myWorkLink(page)).toBeVisible()
  await page.context().clearCookies({ name: /^app_/ })
  // Whatever the page asks for next is refused.
  await page.getByRole('link', { name: 'Time', exact: true }).dispatchEvent('click')
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible()
})

test('language and theme chosen anywhere are kept everywhere, without a script too', {
  tag: '@long',
}, async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${tasksUrl}/app/?error=access_denied`)
  await page.getByText('Русский', { exact: true }).click()
  await page.getByText('Тёмная', { exact: true }).click()
  await page.getByRole('link', { name: 'Войти' }).click()
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await accessibilityViolations(page)).toEqual([])

  // What was typed survives the switches, and both services keep the choice.
  await page.getByLabel('Почта или телефон').fill('ada@example.org')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByLabel('Email or phone')).toHaveValue('ada@example.org')
  await page.getByRole('button', { name: 'Light' }).click()
  await expect(page.getByLabel('Email or phone')).toHaveValue('ada@example.org')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto(`${tasksUrl}/app/?error=access_denied`)
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await context.close()

  const plain = await browser.newContext({ javaScriptEnabled: false })
  const scriptless = await plain.newPage()
  await scriptless.goto(`${tasksUrl}/app/projects`)
  await scriptless.getByLabel('Email or phone').fill('ada@example.org')
  await scriptless.getByRole('button', { name: 'Русский' }).click()
  await expect(scriptless.getByLabel('Почта или телефон')).toHaveValue('ada@example.org')
  await scriptless.getByRole('link', { name: 'Забыли пароль?' }).click()
  await expect(scriptless.getByRole('heading', { name: 'Сброс пароля' })).toBeVisible()
  await scriptless.getByRole('button', { name: 'Тёмная' }).click()
  await scriptless.goto(`${tasksUrl}/docs/tasks`)
  await expect(scriptless.locator('html')).toHaveAttribute('data-theme', 'dark')
  await plain.close()
})

test('a forgotten password leads back to the page that was wanted, signed in', { tag: '@long' }, async ({
  page,
}) => {
  const person = await registerPerson()
  const wanted = `${tasksUrl}/app/time?date=2026-01-15`
  await page.goto(wanted)
  await page.getByLabel('Email or phone').fill(person.email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByLabel('Email or phone')).toHaveValue(person.email)
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await expect(page.getByLabel('Email or phone')).toHaveValue(person.email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText('If an account exists, we’ve sent a reset link')).toBeVisible()
  await checkBothThemes(page)

  const link = await latestLink(person, 'password-reset')
  await page.goto(link)
  await page.getByLabel('New password').fill('password')
  await expect(page.getByText('Can’t be used')).toBeVisible()
  await expect(page.getByText('Common words and passwords are easy to guess.')).toBeVisible()
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page, 'the browser keeps a password that would be refused').toHaveURL(link)
  await checkBothThemes(page)
  const password = `pass-${randomUUID()}`
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('New password')).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page).toHaveURL(wanted)
  await expect(page.getByRole('heading', { name: 'Time', level: 1 })).toBeVisible()

  // The link was used: the form to request another is right here.
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('expired or was already used')
  await expect(page.getByRole('button', { name: 'Send reset link' })).toBeVisible()
})

test('an old confirmation link sends a new one', { tag: '@long' }, async ({ page }) => {
  const person = await registerPerson()
  const link = await latestLink(person, 'email-verify')
  await page.goto(`${link.slice(0, -3)}old`)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await checkBothThemes(page)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const next = await latestLink(person, 'email-verify', link)
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Send a new link' })).toBeVisible()
  await page.goto(next)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('link', { name: 'Continue to Atrium' }).click()
  await expect(page).toHaveURL(/\/app\//)
})

test('pages that are missing or not for this user say so and lead on', { tag: '@long' }, async ({ page }) => {
  const person = await registerPerson()
  await signInAtIdentityByApi(page, person)
  await page.goto(`${identityUrl}/admin`)
  await expect(page.getByRole('heading', { name: 'Only administrators can open this page' })).toBeVisible()
  await expect(page.getByText(person.email)).toBeVisible()
  await checkBothThemes(page)
  await page.getByRole('button', { name: 'Sign in as another user' }).click()
  await expect(page.getByLabel('Email or phone')).toHaveValue('')
  for (const service of [identityUrl, tasksUrl]) {
    await page.goto(`${service}/no-such-page`)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await checkBothThemes(page)
    await page.getByRole('link', { name: 'Back to Tasks' }).click()
    // Straight to the form, unless this tab was there a few seconds ago.
    await expect(page.getByLabel('Password').or(page.getByRole('link', { name: 'Sign in' }))).toBeVisible()
  }
})

test('a user who was archived while signed in learns why and whom to ask', { tag: '@long' }, async ({
  page,
}) => {
  const { person } = await personalBoard(page)
  await page.goto('/app/projects')
  await expect(myWorkLink(page)).toBeVisible()
  await page.getByRole('button', { name: 'New project' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Too late')
  const create = page.getByRole('button', { name: 'Create project' })
  await expect(create).toBeVisible()
  await asOwner('DELETE', `/users/${await idOf(person)}`)
  // What the page asks for by itself may be refused first.
  await create.dispatchEvent('click', undefined, { timeout: 5000 }).catch(() => {})
  await expect(page.getByRole('heading', { name: 'Your account is deactivated' })).toBeVisible()
  await expect(page.getByText('contact your administrator')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
})

async function checkBothThemes(page: Page) {
  for (const theme of ['Dark', 'Light']) {
    await page.getByRole('button', { name: theme }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase())
    expect(await accessibilityViolations(page)).toEqual([])
  }
}
