import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Serves these files at an origin of their own; any other path is the page. */
export async function servePage() {
  const files: Record<string, string> = {}
  let page = ''
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const script = files[pathname]
    const type = script ? 'text/javascript' : 'text/html'
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(script ?? page)
  })
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    show: (html: string, scripts: Record<string, string> = {}) => {
      page = html
      Object.assign(files, scripts)
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A client created in the console. */
export async function createClient(...words: string[]) {
  const console = fileURLToPath(new URL('../apps/console/src/main.ts', import.meta.url))
  const env = { ...process.env, ATRIUM_DATA: process.env.E2E_DATA }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [console, 'client:create', '--json', ...words],
    { env },
  )
  return JSON.parse(stdout) as { client_id: string }
}
