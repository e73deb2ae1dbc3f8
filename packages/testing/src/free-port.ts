import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Below those that a system gives to whoever wants any port. */
const FIRST = 11_000
const AFTER_LAST = 16_000

/** A port that nobody else takes between now and when it is listened on, nor while a test lets go of it for a while. */
export async function freePort() {
  for (;;) {
    const port = randomInt(FIRST, AFTER_LAST)
    if (isClaimed(port) && (await isFree(port))) return port
  }
}

/** No two tests of a run, in whatever process, get the same one. */
function isClaimed(port: number) {
  const folder = process.env.ATRIUM_TEST_FOLDER
  if (!folder) return true
  try {
    writeFileSync(join(folder, `port ${port} is taken`), '', { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isFree(port: number) {
  return new Promise<boolean>(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
