import access from './ru/access.ts'
import account from './ru/account.ts'
import administration from './ru/administration.ts'
import audit from './ru/audit.ts'
import clients from './ru/clients.ts'
import frame from './ru/frame.ts'
import health from './ru/health.ts'
import notices from './ru/notices.ts'
import personalTokens from './ru/personal-tokens.ts'
import security from './ru/security.ts'
import users from './ru/users.ts'

const ru = {
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
}

export { default as ui } from '@atrium/ui/locales/ru'
export default ru
