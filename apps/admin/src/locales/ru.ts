import access from './ru/access.ts'
import audit from './ru/audit.ts'
import clients from './ru/clients.ts'
import contacts from './ru/contacts.ts'
import dashboard from './ru/dashboard.ts'
import data from './ru/data.ts'
import frame from './ru/frame.ts'
import keys from './ru/keys.ts'
import mail from './ru/mail.ts'
import profile from './ru/profile.ts'
import referenceData from './ru/reference-data.ts'
import security from './ru/security.ts'
import sessions from './ru/sessions.ts'
import users from './ru/users.ts'

const ru = {
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
}

export default ru
