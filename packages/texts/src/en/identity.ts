import access from './identity/access.ts'
import accessControl from './identity/access-control.ts'
import admin from './identity/admin.ts'
import audit from './identity/audit.ts'
import documentation from './identity/documentation.ts'
import groups from './identity/groups.ts'
import mail from './identity/mail.ts'
import oauth from './identity/oauth.ts'
import referenceData from './identity/reference-data.ts'
import registration from './identity/registration.ts'
import scim from './identity/scim.ts'
import signIn from './identity/sign-in.ts'
import storage from './identity/storage.ts'
import tokens from './identity/tokens.ts'
import users from './identity/users.ts'
import webhooks from './identity/webhooks.ts'

export default {
  documentation,
  accessControl,
  access,
  admin,
  audit,
  groups,
  mail,
  oauth,
  referenceData,
  registration,
  scim,
  signIn,
  storage,
  tokens,
  users,
  webhooks,
} as const
