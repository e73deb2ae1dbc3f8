import { endpoint, open } from '@atrium/core/contract'
import { PreferenceFields } from '@atrium/core/preferences'
import { OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { AuthorizationParameters, applicationRefusals } from './authorize.contract.ts'

const ConsentForm = Type.Object({
  csrf_token: Type.Optional(Type.String()),
  decision: Type.Optional(OneOf('allow', 'deny')),
  account: Type.Optional(
    Type.String({
      maxLength: 20,
      description: 'The user whom the page was shown to, in case it has changed',
    }),
  ),
  ...PreferenceFields,
})
export type ConsentForm = Static<typeof ConsentForm>

export const submitConsentPage = endpoint('submitConsentPage', 'POST /auth/consent', {
  tag: 'OAuth',
  summary: 'Allow or refuse an application',
  description:
    'The form of the consent page, which `/auth/authorize` shows to the users of clients that have the scope `openid` or were created over HTTP, unless the console trusts the client. What a user allows is remembered; they are asked again if the application wants more. A refusal is returned to the application as `access_denied`. With `language` or `theme`, it only changes how the page is shown.',
  access: open,
  duringMaintenance: true,
  isPage: true,
  noCors: true,
  body: ConsentForm,
  undeclared: { body: Type.Object({ ...AuthorizationParameters.properties, ...ConsentForm.properties }) },
  statuses: {
    302: 'To the application with `code` or `error`',
    303: 'To the sign-in page, if the session has ended',
  },
  setCookie: 'With the page: `csrf`, which binds its form to the browser',
  errors: [...applicationRefusals, 'foreign_origin', 'form_expired'],
})
