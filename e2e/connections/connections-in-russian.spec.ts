import { expect, type Locator, type Page, test } from '@playwright/test'
import { addTasks, personalBoard } from '../boards.ts'
import { accessibilityViolations, collectErrors, openVariant, overflow, variants } from '../screen-checks.ts'

/** The dialogs of connections in Russian and dark; in English they are in the tests of what they do. */
test('connections are set up in Russian, with axe and at 320 px', { tag: '@long' }, async ({ browser }) => {
  const { context, apply } = await openVariant(browser, { language: 'ru', colorScheme: 'dark' })
  const page = await context.newPage()
  const errors = collectErrors(page)
  const { board } = await personalBoard(page)
  await addTasks(page, board.columns[0]?.id, ['Починить вход'])
  await apply()
  const { projectId } = board
  const dialog = page.getByRole('dialog')

  await page.goto(`/app/project/${projectId}/settings`)
  const open = async (section: string, button: string) => {
    const region = page.getByRole('region', { name: section })
    await region.getByRole('button', { name: button }).first().click()
    await expect(dialog).toBeVisible()
    return region
  }
  await open('Вебхуки', 'Добавить вебхук')
  await dialog.getByLabel('Адрес').fill('https://10.0.0.1/')
  await checkDialog(page, dialog)
  await closeDialog(page, dialog)

  await open('Автоматизации', 'Добавить автоматизацию')
  await checkDialog(page, dialog)
  await closeDialog(page, dialog)

  await open('Репозитории Git', 'Подключить репозиторий')
  await dialog.getByLabel('Название').fill('acme/website')
  await dialog.getByRole('button', { name: 'Подключить репозиторий' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Секрет' })).toHaveValue(/^whsec_/)
  await checkDialog(page, dialog)
  await dialog.getByRole('button', { name: 'Готово' }).click()
  await expect(page.getByText('Событий пока не было')).toBeVisible()

  await page.goto(`/app/board/${board.id}`)
  await page.getByRole('button', { name: 'Меню доски' }).click()
  await page.getByRole('menuitem', { name: 'Поделиться ссылкой' }).click()
  await dialog.getByRole('button', { name: 'Создать ссылку' }).click()
  await checkDialog(page, dialog)
  await dialog.getByRole('button', { name: 'Создать ссылку' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Ссылка' }).inputValue()
  await page.goto(link)
  await expect(page.getByText('Починить вход')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.goto(`/app/project/${projectId}/tasks?view=calendar`)
  await page.getByRole('button', { name: 'Подписаться в календаре' }).click()
  await dialog.getByRole('button', { name: 'Создать адрес для моих задач' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Мои задачи' })).toHaveValue(/\.ics$/)
  await checkDialog(page, dialog)
  expect(errors).toEqual([])
  await context.close()
})

test('notifications of the browser are turned on and off in the profile, in both languages', {
  tag: '@long',
}, async ({ browser }) => {
  const labels = { en: 'Notifications in this browser', ru: 'Уведомления в этом браузере' }
  for (const variant of variants) {
    const label = labels[variant.language]
    const { context, apply } = await openVariant(browser, variant)
    const page = await context.newPage()
    await personalBoard(page)
    await apply()
    await standInForPushService(page)
    await page.goto('/app/profile')
    const push = page.getByRole('switch', { name: label })
    await push.click({ force: true })
    await expect(push).toBeChecked()
    expect(await accessibilityViolations(page)).toEqual([])
    await push.click({ force: true })
    await expect(push).not.toBeChecked()
    await context.close()
  }
})

/** Browsers subscribe at a service of their vendor, which a test does not call. */
function standInForPushService(page: Page) {
  return page.addInitScript(`(() => {
    let subscription = null
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const endpoint = 'https://fcm.googleapis.com/fcm/send/' + crypto.randomUUID()
    const create = () => ({
      endpoint,
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        subscription = null
        return true
      },
    })
    const pushManager = {
      getSubscription: async () => subscription,
      subscribe: async () => (subscription = create()),
    }
    Object.assign(navigator.serviceWorker, { getRegistration: async () => ({ pushManager }) })
    Notification.requestPermission = async () => 'granted'
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  })()`)
}

async function checkDialog(page: Page, dialog: Locator) {
  await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 720 })
}

async function closeDialog(page: Page, dialog: Locator) {
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}
