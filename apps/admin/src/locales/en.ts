import access from './en/access.ts'
import administration from './en/administration.ts'
import audit from './en/audit.ts'
import clients from './en/clients.ts'
import contacts from './en/contacts.ts'
import data from './en/data.ts'
import frame from './en/frame.ts'
import profile from './en/profile.ts'
import security from './en/security.ts'
import sessions from './en/sessions.ts'
import users from './en/users.ts'

const en = {
  ...administration,
  ...frame,
  access,
  audit,
  clients,
  contacts,
  data,
  profile,
  security,
  sessions,
  users,
} as const

export default en
