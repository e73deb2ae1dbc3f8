import { expect, test } from '@playwright/test'
import { nextPorts, owner, startAtrium } from '../atrium.ts'
import { fillSignInForm } from '../people.ts'
import { accessibilityViolations } from '../screen-checks.ts'

/** A separate installation: all others are called Atrium. */
const [IDENTITY_PORT, TASKS_PORT] = nextPorts(90)
const identity = `http://localhost:${IDENTITY_PORT}`
const tasks = `http://localhost:${TASKS_PORT}`
const teal = 'rgb(15, 118, 110)'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('an administrator brands the installation, and every page has the color before its code runs', {
  tag: '@long',
}, async ({ page, browser }) => {
  test.slow() // it starts an installation
  const stop = await startAtrium({ IDENTITY_PORT, TASKS_PORT })
  try {
    await page.goto(`${identity}/admin/branding`)
    await fillSignInForm(page, owner)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour')
    const color = page.getByRole('textbox', { name: 'Accent color' })
    await color.fill('#ffd400')
    await expect(page.getByText(/at least 4.5 is needed/)).toBeVisible()
    await page.getByRole('button', { name: /^Use #/ }).click()
    await expect(color).not.toHaveValue('#ffd400')
    await color.fill('#0f766e')
    await page.getByRole('textbox', { name: 'Privacy policy' }).fill('https://example.org/privacy')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The branding is saved')).toBeVisible()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png })
    await expect(page.getByAltText('Current logo')).toBeVisible()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.reload()
    await expect(page).toHaveTitle('Branding · Harbour')
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCSS('background-color', teal)

    const visitor = await browser.newContext({ locale: 'ru-RU', colorScheme: 'dark' })
    const signIn = await visitor.newPage()
    await signIn.goto(`${identity}/account`)
    await expect(signIn).toHaveTitle(/ · Harbour$/)
    await expect(signIn.getByRole('link', { name: 'Конфиденциальность' })).toBeVisible()
    expect(await accessibilityViolations(signIn)).toEqual([])

    // Before any code has run, the page itself says which color it is.
    for (const address of [`${tasks}/app/`, `${identity}/account`]) {
      await expect(async () => {
        const source = await (await page.request.get(address)).text()
        expect(source).toContain('--mantine-color-cobalt-6:#0f766e')
        expect(source).toContain('<title>Harbour</title>')
      }).toPass()
    }
  } finally {
    await stop()
  }
})
