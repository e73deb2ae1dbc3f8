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
  // A busy machine is slow, not wrong. A test that fails now and then is a bug: it is not run again.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: 0,
  reporter: [['list']],
  use: {
    baseURL: tasksUrl,
    screenshot: 'only-on-failure',
    // Recording every test doubles the time of a run.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
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
