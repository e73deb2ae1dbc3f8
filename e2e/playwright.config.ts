import { defineConfig } from '@playwright/test'
import { tasksUrl } from './atrium.ts'
import { chromiumSwitches } from './chromium-switches.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // What takes long is for `npm run test:long`.
  testIgnore: process.env.ALL_SCREENS ? [] : ['long/**'],
  outputDir: 'artefacts',
  globalSetup: './atrium.ts',
  // More than cores: much of the time a browser waits for a redirect or a token to end.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // A laden machine is slow, not wrong; what needs its second try is reported as flaky.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: 1,
  reporter: [['list']],
  use: {
    baseURL: tasksUrl,
    screenshot: 'only-on-failure',
    // To record every test takes as long again as to run it.
    trace: 'on-first-retry',
    locale: 'en-GB',
    // What moves is drawn many times, and nobody here watches.
    contextOptions: { reducedMotion: 'reduce' },
    // Only the tests of the installed application want it; to all others it would load everything.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: chromiumSwitches,
    },
  },
})
