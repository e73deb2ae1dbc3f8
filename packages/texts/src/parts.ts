import account from './en/account.ts'
import admin from './en/admin.ts'
import identity from './en/identity.ts'
import shared from './en/shared.ts'
import tasks from './en/tasks.ts'
import ui from './en/ui.ts'
import web from './en/web.ts'
import { textsOf } from './texts.ts'

/** All texts, by part and language. A program imports its own parts only. */
export const parts = {
  account: textsOf('account', account),
  admin: textsOf('admin', admin),
  identity: textsOf('identity', identity),
  shared: textsOf('shared', shared),
  tasks: textsOf('tasks', tasks),
  ui: textsOf('ui', ui),
  web: textsOf('web', web),
}
