import { readFileSync } from 'node:fs'
import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { SIGN_IN_SCRIPT } from './sign-in-page.ts'

const script = readFileSync(new URL('./sign-in.js', import.meta.url), 'utf8')

export function signInScriptRoutes(app: App) {
  const schema = {
    tags: ['Pages'],
    summary: 'Get the script of the sign-in page',
    description: 'Adds sign-in with a passkey to the page; the page works without it too.',
    produces: ['text/javascript'],
  }
  app.get(SIGN_IN_SCRIPT, { config: { access: open }, schema }, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(script),
  )
}
