import type { Scope } from '#access-control/scopes.contract.ts'

export const signedIn = { token: true } as const

/** Whose record a permission is about. */
export type Check =
  | { kind: 'permission'; name: string }
  /** `….any` always passes, `….self` where the subject of the request is the caller. */
  | { kind: 'selfOrAny'; name: string }
  /** Only for oneself, whatever other permissions the caller has. */
  | { kind: 'self'; name: string }
  /** Like selfOrAny, where the subject owns the addressed record: to others the record does not exist. */
  | { kind: 'ownOrAny'; name: string }

export function permission<const Name extends string>(name: Name) {
  return { kind: 'permission', name } as const
}

export function selfOrAny<const Name extends string>(name: Name) {
  return { kind: 'selfOrAny', name } as const
}

export function self<const Name extends string>(name: Name) {
  return { kind: 'self', name } as const
}

export function ownOrAny<const Name extends string>(name: Name) {
  return { kind: 'ownOrAny', name } as const
}

/** Can be called before the caller has the second factor that their role requires. */
export const forSettingUp = { isForSettingUp: true } as const

/** Only for a client on its own behalf, whatever rights a user has. */
export const forClients = { isForClients: true } as const

/** A scope of the token, and a permission of its user or client. */
export function needs<const C extends Check>(
  scope: Scope,
  check: C,
  { isForSettingUp = false, isForClients = false } = {},
) {
  return { token: true, scope, permission: inWords(check), isForSettingUp, isForClients, check } as const
}

function inWords({ kind, name }: Check) {
  if (kind === 'permission') return name
  return kind === 'self' ? `${name}.self` : `${name}.self or ${name}.any`
}
