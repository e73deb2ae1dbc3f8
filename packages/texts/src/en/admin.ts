import access from './admin/access.ts'
import account from './admin/account.ts'
import administration from './admin/administration.ts'
import audit from './admin/audit.ts'
import branding from './admin/branding.ts'
import clients from './admin/clients.ts'
import forwardApplications from './admin/forward-applications.ts'
import frame from './admin/frame.ts'
import groups from './admin/groups.ts'
import health from './admin/health.ts'
import metadataHosts from './admin/metadata-hosts.ts'
import notices from './admin/notices.ts'
import personalTokens from './admin/personal-tokens.ts'
import security from './admin/security.ts'
import signInProviders from './admin/sign-in-providers.ts'
import users from './admin/users.ts'

const en = {
  ...account,
  ...administration,
  ...frame,
  access,
  audit,
  branding,
  clients,
  forwardApplications,
  groups,
  health,
  metadataHosts,
  notices,
  personalTokens,
  security,
  signInProviders,
  users,
} as const

export default en
