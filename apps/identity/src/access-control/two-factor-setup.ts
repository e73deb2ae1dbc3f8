import { Forbidden } from '@atrium/core/errors'

/** Decision 36. Signing in leads on to where it is set up. */
export class TwoFactorSetupRequired extends Forbidden {
  constructor() {
    super('Your role needs a second factor: set one up first, under “Sign-in and security” of your account', {
      details: { error: 'two_factor_setup_required' },
      leadsToSignIn: true,
    })
  }
}

/** What is left of somebody's rights until they have set up the second factor that their role needs. */
export function rightsForSettingUp({ scopes, permissions }: { scopes: string[]; permissions: string[] }) {
  return {
    scopes: scopes.filter(scope => scope === 'user:read' || scope === 'user:write'),
    permissions: permissions.filter(permission => permission.endsWith('.self')),
  }
}
