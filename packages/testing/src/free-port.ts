import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Below the ephemeral ports that the system hands out. */
const FIRST = 11_000
const END = 16_000

/** A port for this test alone, also while nothing listens on it. */
export async function freePort() {
  for (;;) {
    const port = randomInt(FIRST, END)
    if (isClaimed(port) && (await isFree(port))) return port
  }
}

/** No two tests of a run get the same one, in any process. */
function isClaimed(port: number) {
  const folder = process.env.ATRIUM_TEST_FOLDER
  if (!folder) return true
  try {
    writeFileSync(join(folder, `port ${port} is claimed`), '', { flag: 'wx' })
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
