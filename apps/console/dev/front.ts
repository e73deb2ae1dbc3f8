import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import { join } from 'node:path'
import { ownCode } from '@atrium/core/bundle'
import { createServer as createVite, type ViteDevServer } from 'vite'
import type { RunningService } from './running-service.ts'

interface Front {
  host: string
  port: number
  service: RunningService
  servicePort: number
  /** The web application's folder in `apps/`. */
  folder: string
  /** Paths with the application's pages; its modules are below the first. */
  areas: string[]
}

/**
 * Listens at the public address of a service. Modules of the web application come from Vite, everything else from the
 * service, which also decides who can open a page; only the page's content is then replaced by Vite's.
 */
export async function openFront({ host, port, service, servicePort, folder, areas }: Front) {
  const server = createServer()
  const root = join(ownCode, 'apps', folder)
  const vite = await createVite({
    root,
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server } },
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const isInApplication = areas.some(area => path === area || path.startsWith(`${area}/`))
    const isPage = isInApplication && request.headers.accept?.includes('text/html')
    if (isInApplication && !isPage) vite.middlewares(request, response, () => void forward(request, response))
    else void forward(request, response, isPage ? () => sendPage(vite, root, request, response) : undefined)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return {
    close: async () => {
      await vite.close()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }

  /** Waits for a service that is restarting. `sendOwnPage` replaces the page of the built application. */
  async function forward(
    request: IncomingMessage,
    response: ServerResponse,
    sendOwnPage?: () => Promise<void>,
  ) {
    try {
      await service.ready()
    } catch (error) {
      response.writeHead(502, { 'content-type': 'text/plain' }).end(String(error))
      return
    }
    const { method, url: path, headers } = request
    const forwarded = sendRequest({ host: '127.0.0.1', port: servicePort, method, path, headers }, answer => {
      // 503: nobody has built the application.
      if (sendOwnPage && (answer.statusCode === 200 || answer.statusCode === 503)) {
        answer.resume()
        sendOwnPage().catch(error => response.writeHead(500).end(String(error)))
        return
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', error => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502, { 'content-type': 'text/plain' }).end(error.message)
    })
    response.on('close', () => forwarded.destroy())
    request.pipe(forwarded)
  }
}

async function sendPage(
  vite: ViteDevServer,
  root: string,
  { url = '/' }: IncomingMessage,
  response: ServerResponse,
) {
  const document = await readFile(join(root, 'index.html'), 'utf8')
  const page = await vite.transformIndexHtml(url, document)
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(page)
}
