import { endpoint, open } from '@atrium/core/contract'
import { ValidationFailed } from '@atrium/core/errors'
import { LANGUAGE_COOKIE } from '@atrium/core/language'
import type { Languages } from '@atrium/core/languages'
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
    languages: Languages
  }
}

const THEME_COOKIE = 'atrium_theme'
const YEAR_SECONDS = 31_536_000

const setPreferences = endpoint('setPreferences', 'POST /preferences', {
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

export function addPreferences(app: FastifyInstance, cookies: CookieSettings, languages: Languages) {
  app.decorate('preferenceCookies', cookies)
  app.decorate('languages', languages)
  addRoute(app, setPreferences, { rule: open }, ({ body, request, reply }) => {
    requireOffered(languages, body.language)
    choosePreferences(request, reply, body)
    if (body.return === undefined) return { message: 'Preferences saved' }
    return reply.redirect(ownPath(body.return, ['ui_locales', 'theme']), 303)
  })
}

/** Refuses a language that the installation does not offer. */
export function requireOffered(offered: Languages, language: string | null | undefined) {
  if (!language || offered.some(code => code === language)) return
  throw new ValidationFailed({ language: { code: 'one_of_expected', values: [...offered] } })
}

export function themeOf({ cookies }: FastifyRequest): Theme {
  return themes.find(theme => theme === cookies?.[THEME_COOKIE]) ?? 'system'
}

/** What was chosen in this browser; what was not is left out. */
export function preferencesOf(request: FastifyRequest): Preferences {
  const language = request.server.languages.find(each => each === request.cookies?.[LANGUAGE_COOKIE])
  const theme = themes.find(each => each === request.cookies?.[THEME_COOKIE])
  return { ...(language && { language }), ...(theme && { theme }) }
}

/** Whether anything was chosen. It holds for the rest of this request, too. A language that is not offered is ignored. */
export function choosePreferences(request: FastifyRequest, reply: FastifyReply, chosen: Preferences) {
  const { language, theme } = chosen
  if (language && request.server.languages.includes(language)) keep(request, reply, LANGUAGE_COOKIE, language)
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
