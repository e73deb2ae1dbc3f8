import { type ApiDescription, conventions } from '@atrium/http/openapi/openapi'
import type { Settings } from './settings.ts'

/** The chapters of the API description, in reading order. */
const chapters = {
  'Sign-in': 'Browser sessions: sign in, refresh, sign out. The tokens travel in cookies.',
  OAuth: 'The OAuth 2.0 authorization server: authorization, tokens, introspection, revocation, keys.',
  'OpenID Connect': 'Sign-in for other applications: configuration, user information, sign-out.',
  'OAuth clients': 'Applications that can get tokens.',
  'Forward authentication': 'Sign-in for applications that know no sign-in: their proxy asks here.',
  'Signing keys': 'The keys that sign access tokens, and their rotation.',
  Registration: 'Creating an account.',
  Mail: 'Email confirmation and password reset.',
  Users: 'Profiles, credentials, archiving and lockout.',
  Sessions: 'Where a user is signed in.',
  'Connected applications': 'Which applications can use a user’s account.',
  'Two-factor sign-in': 'Codes from an authenticator app, and recovery codes.',
  Passkeys: 'Sign-in with a device instead of a password.',
  'Sign-in providers': 'Sign-in through OpenID providers, GitHub and directories (LDAP).',
  'Personal access tokens': 'Tokens of users for scripts that call the task service.',
  Contacts: 'Ways to reach a user.',
  Educations: 'The education of a user.',
  Storage: 'Files of users.',
  Roles: 'Sets of permissions with a level.',
  'User roles': 'Which user has which role.',
  Groups: 'Users who have roles together, from here or from a directory.',
  SCIM: 'Users and groups for directories such as Entra and Okta (RFC 7643, RFC 7644). Bodies are `application/scim+json`, those of errors as in RFC 7644 §3.12; the token is that of a service account.',
  Permissions: 'What roles can grant, and why a request is allowed or refused.',
  'Reference data': 'Cities, languages and job titles.',
  Audit: 'The record of security-relevant actions.',
  Webhooks: 'What happens to users, sessions and rights, for other programs and chats.',
  'Mail queue': 'Emails that have not been sent yet.',
  Notices: 'Maintenance mode, and the banner that everyone sees.',
  Branding: 'Name, color, logo, sender of emails and legal links of the installation.',
  Statistics: 'Numbers for the administrator dashboard.',
  Pages: 'Pages for people, and the files they load.',
  Operations: 'Health checks and metrics.',
}
/** The version of the API, not of the product; 1.1 added client_credentials, authorization_code and introspection. */
const INTERFACE_VERSION = '1.1'

/** What the API description says about the service as a whole. */
export function describeApi(settings: Settings): ApiDescription {
  return {
    title: 'Atrium identity service',
    description: `Sign-in, tokens, users, roles and permissions. OAuth 2.0 with RS256 JSON Web Tokens.

${conventions}`,
    version: INTERFACE_VERSION,
    serverUrl: settings.IDENTITY_URL,
    sessionCookies: ['access_token'],
    securitySchemes: {
      refresh_token: {
        type: 'apiKey',
        in: 'cookie',
        name: 'refresh_token',
        description: 'Set by sign-in, sent by browsers to `/auth` only.',
      },
      client: {
        type: 'http',
        scheme: 'basic',
        description:
          'Client ID and secret of an OAuth client, or the same as `client_id` and `client_secret` in the body.',
      },
    },
    tags: chapters,
  }
}
