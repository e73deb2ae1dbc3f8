import { Forbidden } from '#errors.ts'

/** Decision 36. Signing in leads on to where it is set up. */
export function twoFactorSetupRequired() {
  return new Forbidden(
    'two_factor_setup_required',
    { error: 'two_factor_setup_required' },
    { leadsToSignIn: true },
  )
}

/** The rights of a user who has not set up the second factor that their role requires. */
export function rightsForSettingUp({ scopes, permissions }: { scopes: string[]; permissions: string[] }) {
  return {
    scopes: scopes.filter(scope => scope === 'user:read' || scope === 'user:write'),
    permissions: permissions.filter(permission => permission.endsWith('.self')),
  }
}
