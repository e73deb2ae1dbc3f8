import account from './en/account.ts'
import admin from './en/admin.ts'
import identity from './en/identity.ts'
import shared from './en/shared.ts'
import tasks from './en/tasks.ts'
import ui from './en/ui.ts'
import web from './en/web.ts'
import { writtenTextsOf } from './texts.ts'

/** All texts, by part and language. A program imports its own parts only. */
export const parts = {
  account: writtenTextsOf('account', account),
  admin: writtenTextsOf('admin', admin),
  identity: writtenTextsOf('identity', identity),
  shared: writtenTextsOf('shared', shared),
  tasks: writtenTextsOf('tasks', tasks),
  ui: writtenTextsOf('ui', ui),
  web: writtenTextsOf('web', web),
}
