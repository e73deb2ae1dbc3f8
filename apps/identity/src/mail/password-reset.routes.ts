import { ValidationFailed } from '@atrium/core/errors'
import { languageOf } from '@atrium/core/language'
import { Body, Message } from '@atrium/core/schema'
import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { sendPage } from '@atrium/http/page'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { Password } from '#sign-in/password.contract.ts'
import { askForResetPage, donePage, resetPage } from './link-pages.ts'
import { mailJobs } from './mail-jobs.ts'
import { resetPassword } from './reset-password.ts'

const PasswordReset = Body({
  username: Type.Optional(Type.String({ trim: true, minLength: 1, maxLength: 254 })),
  token: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  password: Type.Optional(Password),
})
type PasswordReset = Static<typeof PasswordReset>

const messages = {
  en: {
    asked: 'If an account exists, we’ve sent a reset link',
    done: 'Your new password is set. You can now sign in.',
  },
  ru: {
    asked: 'Если такая учётная запись есть, мы отправили ссылку для сброса пароля',
    done: 'Новый пароль сохранён. Теперь можно войти.',
  },
}

export function passwordResetRoutes(app: App, deps: Deps) {
  app.get(
    '/password-reset',
    {
      config: { access: open, isPage: true },
      schema: {
        tags: ['Mail'],
        summary: 'Open the password reset page',
        description:
          'Without a token, a form to request a reset email. With the token from that email, a form for the new password.',
        querystring: Type.Object({ token: Type.Optional(Type.String({ maxLength: 200 })) }),
      },
    },
    (request, reply) => {
      const language = languageOf(request)
      const { token } = request.query
      return sendPage(reply, token ? resetPage(language, token) : askForResetPage(language))
    },
  )

  app.post(
    '/auth/password-reset',
    {
      config: { access: open, isPage: true, rateLimit: { max: 120, timeWindow: '1 minute' }, refuses: [410] },
      schema: {
        tags: ['Mail'],
        summary: 'Reset a password',
        description:
          'Send `username` to request a reset email; the response is the same whether or not the account exists. Send `token` from the email and `password` to set the new password, which ends every session of the user and confirms the email address. If it had never been confirmed, passkeys and second factors are removed. An unknown, used or expired token is 410.',
        body: PasswordReset,
        response: { 200: Message },
      },
    },
    async (request, reply) => answer(request, reply, await act(deps, request, request.body)),
  )
}

/** Asking names an account, and is answered alike for all; setting brings the mailed token. */
async function act(deps: Deps, request: FastifyRequest, { username, token, password }: PasswordReset) {
  const language = languageOf(request)
  if (token && password) {
    await resetPassword(deps, { token, password, language, address: request.ip })
    return messages[language].done
  }
  if (!username || token || password) {
    const wanted = token ? 'password' : password ? 'token' : 'username'
    throw new ValidationFailed({ [wanted]: ['is required: send username, or token and password'] })
  }
  await mailJobs.resetPassword(deps.db, { username, language })
  return messages[language].asked
}

function answer(request: FastifyRequest, reply: FastifyReply, message: string) {
  if (request.headers.accept?.includes('text/html'))
    return sendPage(reply, donePage(languageOf(request), message))
  return { message }
}
