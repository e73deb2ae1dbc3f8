import { defineConfig } from '@playwright/test'
import { tasksUrl } from './atrium.ts'
import { chromiumSwitches } from './chromium-switches.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // Long tests run with `npm run test:long`.
  testIgnore: process.env.ALL_SCREENS ? [] : ['long/**'],
  grepInvert: process.env.ALL_SCREENS ? /^$/ : /@long/,
  outputDir: 'artefacts',
  globalSetup: './atrium.ts',
  // More than cores: browsers often wait for a redirect or an expiring token.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // Long timeouts for busy machines. Flaky tests are bugs, so there are no retries.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  retries: 0,
  reporter: [['list']],
  use: {
    baseURL: tasksUrl,
    screenshot: 'only-on-failure',
    // Recording every test doubles the time of a run.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    locale: 'en-GB',
    // Animations only cost time, except where cards are moved: those tests turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    // Only the installation tests need it; in all others it would load everything.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // A page of a test lives for seconds: optimising its code takes more processor time than it saves.
      args: [...chromiumSwitches, '--js-flags=--no-turbofan --no-maglev'],
    },
  },
})
