import { endpoint, open } from '@atrium/core/contract'
import { PreferenceFields } from '@atrium/core/preferences'
import { OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

const tag = 'OAuth'
const Parameter = Type.Optional(Type.String({ maxLength: 4096 }))

const DeviceRequest = Type.Object({
  client_id: Parameter,
  client_secret: Parameter,
  scope: Parameter,
  resource: Type.Optional(Type.String({ maxLength: 2000 })),
})

export const requestDeviceCode = endpoint('requestDeviceCode', 'POST /device_authorization', {
  tag,
  summary: 'Start the sign-in of a device',
  description:
    'For devices without a browser (RFC 8628). Show `user_code` and `verification_uri` to the user, then ask `/token` with the grant `urn:ietf:params:oauth:grant-type:device_code` every `interval` seconds until the user has decided. Codes are valid for ten minutes.',
  access: open,
  duringMaintenance: true,
  body: DeviceRequest,
  reply: Type.Object({
    device_code: Type.String(),
    user_code: Type.String({ description: 'Eight characters, such as `WDJB-MJHT`' }),
    verification_uri: Type.String(),
    verification_uri_complete: Type.String({ description: 'With the user code, for a QR code or a link' }),
    expires_in: Type.Integer(),
    interval: Type.Integer({ description: 'The seconds to wait between two requests for tokens' }),
  }),
  hasOAuthErrors: true,
  forApplications: true,
  security: [{ client: [] }, {}],
})

const page = {
  tag,
  access: open,
  isPage: true,
  noCors: true,
  duringMaintenance: true,
  setCookie: 'With a form: `csrf`, which binds it to the browser',
  statuses: {
    302: 'To the sign-in page, or to the page that was wanted before it',
    303: 'To the sign-in page, if the session has ended',
  },
} as const

/** What people type: in any case, with or without the hyphen. */
const UserCode = Type.Optional(Type.String({ maxLength: 40 }))

export const openDevicePage = endpoint('openDevicePage', 'GET /auth/device', {
  ...page,
  summary: 'Open the page that signs a device in',
  description:
    'Asks for the code that a device shows, then for the consent of the user. A code in the address is filled in, but the user is always asked.',
  query: Type.Object({
    user_code: UserCode,
    state: Type.Optional(
      Type.String({ maxLength: 2000, description: 'After the sign-in: the page that was wanted' }),
    ),
  }),
})

const DeviceForm = Type.Object({
  csrf_token: Type.Optional(Type.String()),
  user_code: UserCode,
  account: Type.Optional(
    Type.String({
      maxLength: 20,
      description: 'The user whom the page was shown to, in case it has changed',
    }),
  ),
  decision: Type.Optional(OneOf('allow', 'deny')),
  ...PreferenceFields,
})
export type DeviceForm = Static<typeof DeviceForm>

export const submitDevicePage = endpoint('submitDevicePage', 'POST /auth/device', {
  ...page,
  summary: 'Allow or refuse a device',
  description:
    'The forms of the device page: first with the user code alone, then with a decision. With `language` or `theme`, it only changes how the page is shown.',
  body: DeviceForm,
  errors: ['foreign_origin', 'form_expired', 'device_code_unknown'],
})
