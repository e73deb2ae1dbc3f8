import { Type } from 'typebox'
import { findLanguage, type Language, type Languages, languageCodes } from './languages.ts'
import { OneOf } from './schema.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** How a browser shows both services. */
export interface Preferences {
  language?: Language
  theme?: Theme
}

/** For the body of a page's form: the switches submit the form that they belong to. */
export const PreferenceFields = {
  language: Type.Optional(OneOf(...languageCodes)),
  theme: Type.Optional(OneOf(...themes)),
}

/** `ui_locales` (OpenID Connect Core §3.1.2.1) and the theme, as a request for the sign-in page has them. */
export function preferencesFrom(
  { ui_locales, theme }: Record<string, unknown>,
  offered: Languages,
): Preferences {
  const wanted = typeof ui_locales === 'string' ? ui_locales.toLowerCase().split(' ') : []
  const language = wanted.map(tag => findLanguage(tag, offered)).find(each => each !== undefined)
  const known = themes.find(each => each === theme)
  return { ...(language && { language }), ...(known && { theme: known }) }
}

/** The parameters that carry the preferences to a service on another site. */
export function parametersOf({ language, theme }: Preferences): Record<string, string> {
  return { ...(language && { ui_locales: language }), ...(theme && { theme }) }
}
