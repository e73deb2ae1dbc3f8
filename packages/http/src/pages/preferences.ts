import { endpoint, open } from '@atrium/core/contract'
import { LANGUAGE_COOKIE } from '@atrium/core/language'
import { languageCodes } from '@atrium/core/languages'
import { PreferenceFields, type Preferences, type Theme, themes } from '@atrium/core/preferences'
import { Body, Message } from '@atrium/core/schema'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { addRoute } from '../routes/route.ts'
import { ownPath } from './own-path.ts'

export interface CookieSettings {
  domain?: string | undefined
  secure: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    preferenceCookies: CookieSettings
  }
}

const THEME_COOKIE = 'atrium_theme'
const YEAR_SECONDS = 31_536_000

const setPreferences = endpoint({
  name: 'setPreferences',
  method: 'POST',
  path: '/preferences',
  tag: 'Pages',
  summary: 'Set language and theme',
  description:
    'Keeps the language and theme of this browser in cookies that both services read. A form returns to `return`, a path of this service.',
  access: open,
  body: Body({ ...PreferenceFields, return: Type.Optional(Type.String({ maxLength: 8000 })) }),
  reply: Message,
  isPage: true,
  duringMaintenance: true,
  statuses: { 303: 'To `return`, if it was sent by a form' },
  setCookie: '`atrium_language` and `atrium_theme`, readable by scripts',
})

export function addPreferences(app: FastifyInstance, cookies: CookieSettings) {
  app.decorate('preferenceCookies', cookies)
  addRoute(app, setPreferences, { rule: open }, ({ body, request, reply }) => {
    choosePreferences(request, reply, body)
    if (body.return === undefined) return { message: 'Preferences saved' }
    return reply.redirect(ownPath(body.return, ['ui_locales', 'theme']), 303)
  })
}

export function themeOf({ cookies }: FastifyRequest): Theme {
  return themes.find(theme => theme === cookies?.[THEME_COOKIE]) ?? 'system'
}

/** What was chosen in this browser; what was not is left out. */
export function preferencesOf(request: FastifyRequest): Preferences {
  const language = languageCodes.find(each => each === request.cookies?.[LANGUAGE_COOKIE])
  const theme = themes.find(each => each === request.cookies?.[THEME_COOKIE])
  return { ...(language && { language }), ...(theme && { theme }) }
}

/** Whether anything was chosen. It holds for the rest of this request, too. */
export function choosePreferences(request: FastifyRequest, reply: FastifyReply, chosen: Preferences) {
  const { language, theme } = chosen
  if (language) keep(request, reply, LANGUAGE_COOKIE, language)
  if (theme) keep(request, reply, THEME_COOKIE, theme)
  return Boolean(language || theme)
}

function keep(request: FastifyRequest, reply: FastifyReply, name: string, value: string) {
  if (request.cookies[name] === value) return
  request.cookies[name] = value
  reply.setCookie(name, value, {
    ...request.server.preferenceCookies,
    path: '/',
    sameSite: 'lax',
    maxAge: YEAR_SECONDS,
  })
}
