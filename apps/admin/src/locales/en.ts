import access from './en/access.ts'
import audit from './en/audit.ts'
import clients from './en/clients.ts'
import contacts from './en/contacts.ts'
import dashboard from './en/dashboard.ts'
import data from './en/data.ts'
import frame from './en/frame.ts'
import keys from './en/keys.ts'
import mail from './en/mail.ts'
import profile from './en/profile.ts'
import referenceData from './en/reference-data.ts'
import security from './en/security.ts'
import sessions from './en/sessions.ts'
import users from './en/users.ts'

const en = {
  ...frame,
  access,
  audit,
  clients,
  contacts,
  dashboard,
  data,
  keys,
  mail,
  profile,
  referenceData,
  security,
  sessions,
  users,
} as const

export default en
