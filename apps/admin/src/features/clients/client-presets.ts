import { isTasksScope } from '@atrium/identity/access-control/scopes.contract'
import type { ClientRecord } from '@atrium/identity/oauth/clients/client.contract'
import { grantsOf } from './client-grants.ts'

/** What most applications of a kind need; everything but the kind itself can be changed. */
export const presets = {
  web: {
    isPublic: false,
    grantTypes: ['authorization_code', 'refresh_token'],
    scope: ['openid', 'profile', 'email'],
  },
  browser: {
    isPublic: true,
    grantTypes: ['authorization_code', 'refresh_token'],
    scope: ['openid', 'profile', 'email'],
  },
  native: {
    isPublic: true,
    grantTypes: ['authorization_code', 'refresh_token'],
    scope: ['openid', 'profile', 'email', 'offline_access'],
  },
  service: { isPublic: false, grantTypes: ['client_credentials'], scope: ['user:read'] },
}

export type Preset = keyof typeof presets

export const presetNames = Object.keys(presets) as Preset[]

/** The values of the form, with one address per line. */
export function valuesOf(client: ClientRecord | undefined) {
  if (!client) return { ...emptyValues, ...valuesOfPreset('web') }
  return {
    ...emptyValues,
    name: client.name,
    grantTypes: grantsOf(client) as string[],
    scope: client.scope.split(' '),
    resources: client.resources,
    redirectUris: client.redirectUris.join('\n'),
    requiresPkce: client.requiresPkce,
    webOrigins: client.webOrigins.join('\n'),
    postLogoutRedirectUris: client.postLogoutRedirectUris.join('\n'),
    backchannelLogoutUri: client.backchannelLogoutUri ?? '',
  }
}

export function valuesOfPreset(preset: Preset) {
  const { grantTypes, scope } = presets[preset]
  return { preset, grantTypes, scope }
}

const emptyValues = {
  name: '',
  preset: 'web' as Preset,
  grantTypes: [] as string[],
  scope: [] as string[],
  resources: [] as string[],
  redirectUris: '',
  requiresPkce: true,
  webOrigins: '',
  postLogoutRedirectUris: '',
  backchannelLogoutUri: '',
  isPairwise: false,
}

export type ClientValues = typeof emptyValues

export function settingsOf(values: ClientValues) {
  const { name, grantTypes, scope, requiresPkce, backchannelLogoutUri } = values
  return {
    name,
    grantTypes: grantTypes.join(' '),
    scope: scope.join(' '),
    redirectUris: linesOf(values.redirectUris),
    requiresPkce,
    webOrigins: linesOf(values.webOrigins),
    postLogoutRedirectUris: linesOf(values.postLogoutRedirectUris),
    backchannelLogoutUri: backchannelLogoutUri.trim() || null,
  }
}

/** The resources of the task service that it can request tokens for, if it has scopes of that service: by default its API. */
export function resourcesOf({ scope, resources }: ClientValues, known: string[]) {
  if (!scope.some(isTasksScope)) return []
  return resources.length > 0 ? resources : known.slice(0, 1)
}

function linesOf(text: string) {
  return text.split(/\s+/).filter(Boolean)
}
