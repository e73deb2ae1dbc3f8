import access from './ru/access.ts'
import administration from './ru/administration.ts'
import audit from './ru/audit.ts'
import clients from './ru/clients.ts'
import contacts from './ru/contacts.ts'
import data from './ru/data.ts'
import frame from './ru/frame.ts'
import profile from './ru/profile.ts'
import security from './ru/security.ts'
import sessions from './ru/sessions.ts'
import users from './ru/users.ts'

const ru = {
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
}

export default ru
