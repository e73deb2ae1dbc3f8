import { contractsOf } from '@atrium/core/contract'
import { Body, Item, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

/** In the order in which a sign-in needs them. */
export const testSteps = [
  'address',
  'certificate',
  'clock',
  'discovery',
  'bind',
  'keys',
  'mapping',
  'groups',
] as const
export type TestStep = (typeof testSteps)[number]

export const TestedStep = Type.Object({
  step: OneOf(...testSteps),
  result: OneOf('ok', 'failed', 'skipped'),
  code: Type.String({ description: 'What was found, for programs, such as `certificate_expired`' }),
  message: Type.String({ description: 'What was found, in one sentence in the language of the caller' }),
  advice: Nullable(Type.String({ description: 'How to fix it; null unless the step failed' })),
})
export type TestedStep = Static<typeof TestedStep>

export const ProviderTest = Type.Object({
  isReady: Type.Boolean({ description: 'Whether no step failed' }),
  steps: Type.Array(TestedStep),
  signInUrl: Nullable(
    Type.String({
      description:
        'Where to go on with a test sign-in, in the same browser within ten minutes: it shows what the provider sends and what would become of it, and saves nothing. Null for directories',
    }),
  ),
})
export type ProviderTest = Static<typeof ProviderTest>

const contract = contractsOf('Sign-in providers')

export const testSignInProvider = contract('testSignInProvider', 'POST /sign-in-providers/:slug/test', {
  summary: 'Test a sign-in provider',
  description:
    'Checks everything that a sign-in needs, step by step, and says for each step that fails how to fix it. It signs no one in and changes nothing. A step is skipped if the provider does not need it or an earlier one failed. For a directory, `login` is the login of a user to look up.',
  access: needs('system:manage', permission('sign_in_providers.manage')),
  duringMaintenance: true,
  params: Type.Object({ slug: Type.String({ maxLength: 40 }) }),
  body: Type.Optional(
    Body({ login: Type.Optional(Type.String({ trim: true, minLength: 1, maxLength: 254 })) }),
  ),
  reply: Item(ProviderTest),
  errors: ['sign_in_provider_not_found'],
})
