import type { OpenIdScope } from '#access-control/scopes.contract.ts'
import type { Deps } from '#deps.ts'
import { listGroupNames } from '#groups/group.queries.ts'
import type { UserDetails } from '#users/user.contract.ts'
import { getUser } from '#users/user.queries.ts'

/** The claims that a scope stands for (OpenID Connect Core §5.4). */
export const claimsByScope = {
  profile: ['name', 'family_name', 'given_name', 'middle_name', 'gender', 'birthdate', 'updated_at'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  groups: ['groups'],
} as const satisfies Partial<Record<OpenIdScope, readonly string[]>>

export type UserClaim = (typeof claimsByScope)[keyof typeof claimsByScope][number]

const scopes = Object.keys(claimsByScope) as (keyof typeof claimsByScope)[]

export const userClaims: UserClaim[] = scopes.flatMap(scope => [...claimsByScope[scope]])

export function scopeOfClaim(claim: string) {
  return scopes.find(scope => (claimsByScope[scope] as readonly string[]).includes(claim))
}

export function claimsOfScopes(granted: string[]): string[] {
  return scopes.filter(scope => granted.includes(scope)).flatMap(scope => [...claimsByScope[scope]])
}

/** Reads the named claims that the user has a value for. */
export async function readUserClaims(deps: Deps, userId: number, names: string[]) {
  if (names.length === 0) return {}
  const user = await getUser(deps.db, userId)
  const values: Record<UserClaim, unknown> = {
    name: [user.name, user.patronymic, user.surname].filter(Boolean).join(' '),
    family_name: user.surname,
    given_name: user.name,
    middle_name: user.patronymic,
    gender: user.gender,
    birthdate: user.birthDate,
    updated_at: Math.floor(Date.parse(user.updatedAt) / 1000),
    email: user.email,
    email_verified: user.emailVerifiedAt !== null,
    phone_number: user.phone,
    phone_number_verified: user.phone === null ? null : false,
    groups: names.includes('groups') ? await groupsOf(deps, user) : null,
  }
  return Object.fromEntries(
    userClaims
      .filter(claim => names.includes(claim) && values[claim] !== null)
      .map(claim => [claim, values[claim]]),
  )
}

/** What the claim `groups` contains: roles, unless `GROUPS_CLAIM` asks for groups. */
async function groupsOf({ db, settings }: Deps, { id, roles }: UserDetails) {
  if (settings.GROUPS_CLAIM === 'roles') return roles
  const groups = await listGroupNames(db, id)
  return settings.GROUPS_CLAIM === 'groups' ? groups : [...new Set([...roles, ...groups])]
}
