import access from './en/access.ts'
import account from './en/account.ts'
import administration from './en/administration.ts'
import audit from './en/audit.ts'
import clients from './en/clients.ts'
import frame from './en/frame.ts'
import health from './en/health.ts'
import notices from './en/notices.ts'
import personalTokens from './en/personal-tokens.ts'
import security from './en/security.ts'
import users from './en/users.ts'

const en = {
  ...account,
  ...administration,
  ...frame,
  access,
  audit,
  clients,
  health,
  notices,
  personalTokens,
  security,
  users,
} as const

export { default as ui } from '@atrium/ui/locales/en'
export default en
