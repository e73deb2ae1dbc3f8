import { endpoint, open } from '@atrium/core/contract'
import { Type } from 'typebox'

const Optional = Type.Optional(Type.String())

const claims = {
  sub: Type.String({ description: 'The same as in the ID token' }),
  name: Optional,
  family_name: Optional,
  given_name: Optional,
  middle_name: Optional,
  gender: Optional,
  birthdate: Optional,
  updated_at: Type.Optional(Type.Integer({ description: 'Unix seconds' })),
  email: Optional,
  email_verified: Type.Optional(Type.Boolean()),
  phone_number: Optional,
  phone_number_verified: Type.Optional(Type.Boolean()),
  groups: Type.Optional(
    Type.Array(Type.String(), {
      description: 'The names of the user’s roles, groups, or both, as the setting `GROUPS_CLAIM` says',
    }),
  ),
}

const UserInfo = Type.Object(claims, {
  additionalProperties: true,
  description: 'With the claims that an administrator has added for the client',
})

const userInfo = {
  tag: 'OpenID Connect',
  access: open,
  reply: UserInfo,
  forApplications: true,
  duringMaintenance: true,
  security: [{ bearer: [] }],
  errors: ['not_authenticated', 'invalid_token', 'scope_required'],
} as const

export const getUserInfo = endpoint('getUserInfo', 'GET /userinfo', {
  ...userInfo,
  summary: 'Get the signed-in user',
  description:
    'The UserInfo endpoint (OpenID Connect Core §5.3): the claims of the token’s scopes, and those that the sign-in asked for by name. It needs an access token with the scope `openid` in the Authorization header; cookies are not read.',
})

export const postUserInfo = endpoint('postUserInfo', 'POST /userinfo', {
  ...userInfo,
  summary: 'Get the signed-in user with a form',
  description:
    'As `GET /userinfo`. The access token can also be sent as `access_token` in a form (RFC 6750 §2.2).',
  body: Type.Optional(Type.Object({ access_token: Type.Optional(Type.String({ maxLength: 4096 })) })),
})
