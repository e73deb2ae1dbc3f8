import { spawnSync } from 'node:child_process'
import { useMemoryFolder } from '../packages/testing/src/memory-folder.ts'
import { findChromium } from './find-chromium.ts'

useMemoryFolder()
try {
  const CHROMIUM_PATH = findChromium()
  const { status } = spawnSync(
    'playwright',
    ['test', '--config=e2e/playwright.config.ts', ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, CHROMIUM_PATH },
    },
  )
  process.exit(status ?? 1)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
