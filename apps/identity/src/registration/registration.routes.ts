import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { languageOf } from '@atrium/http/language'
import { Item } from '@atrium/http/replies'
import type { Deps } from '#deps.ts'
import { User } from '#users/user.schema.ts'
import { registerUser } from './register-user.ts'
import { Registration } from './registration.schema.ts'

export function registrationRoutes(app: App, deps: Deps) {
  app.post(
    '/users',
    {
      config: { access: open, rateLimit: { max: 300, timeWindow: '1 minute' }, refuses: [409] },
      schema: { tags: ['Registration'], body: Registration, response: { 200: Item(User) } },
    },
    async request => ({ item: await registerUser(deps, request.body, languageOf(request)) }),
  )
}
