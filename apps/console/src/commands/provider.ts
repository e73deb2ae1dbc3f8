import { readFile } from 'node:fs/promises'
import { StartRefused, ValidationFailed } from '@atrium/core/errors'
import { compileRecordCheck } from '@atrium/core/validation'
import { consoleActor } from '@atrium/identity/access-control/actor'
import { syncDirectory } from '@atrium/identity/sign-in/directory-sync/directory-sync'
import type { SyncOutcome } from '@atrium/identity/sign-in/directory-sync/directory-sync.queries'
import type { TestedStep } from '@atrium/identity/sign-in/provider-test/provider-test.contract'
import { testProvider } from '@atrium/identity/sign-in/provider-test/test-provider'
import {
  createProvider,
  deleteProvider,
  toRecord,
} from '@atrium/identity/sign-in/providers/provider.commands'
import { NewSignInProvider } from '@atrium/identity/sign-in/providers/provider.contract'
import { getProvider, listProviders } from '@atrium/identity/sign-in/providers/provider.queries'
import { withIdentity } from '../identity-deps.ts'
import type { Command, Values } from './command.ts'

const checkNewProvider = compileRecordCheck(NewSignInProvider)

const texts = [
  'slug',
  'name',
  'icon',
  'issuer',
  'client-id',
  'client-secret',
  'scopes',
  'bind-dn',
  'bind-password',
  'base-dn',
  'user-filter',
  'id-attribute',
  'email-attribute',
  'group-base-dn',
  'group-filter',
  'create-users',
  'required-group',
]

const text = { type: 'string' } as const

export const providerCommands: Record<string, Command> = {
  'provider:add': {
    usage:
      'oidc|github|ldap --slug S --name N [--issuer U] [--client-id ID] [--client-secret S] [--scopes "…"] [--group-claim NAME] [--url U]… [--bind-dn DN] [--bind-password P] [--base-dn DN] [--user-filter F] [--id-attribute A] [--email-attribute A] [--group-base-dn DN] [--group-filter F] [--certificate-authority FILE] [--allow-plain-text] [--create-users always|invited|never] [--trust-email] [--allowed-domain D]… [--required-group G] [--default]',
    summary: 'add a sign-in provider',
    options: {
      ...Object.fromEntries(texts.map(name => [name, text])),
      'group-claim': text,
      'certificate-authority': text,
      url: { type: 'string', multiple: true },
      'allowed-domain': { type: 'string', multiple: true },
      'allow-plain-text': { type: 'boolean' },
      'trust-email': { type: 'boolean' },
      default: { type: 'boolean' },
    },
    takes: ['oidc|github|ldap'],
    run: async (installation, values, [kind = '']) => {
      if (!['oidc', 'github', 'ldap'].includes(kind)) throw new StartRefused('Expected: oidc, github or ldap')
      const provider = { kind, ...(await fieldsOf(values)) }
      const errors = checkNewProvider(provider)
      if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
      const item = await withIdentity(installation, deps =>
        createProvider(deps, consoleActor, provider as NewSignInProvider),
      )
      const register = item.callbackUrl ? ` Register this redirect address there: ${item.callbackUrl}` : ''
      return { json: { item }, text: `Sign-in provider ${item.slug} is added.${register}` }
    },
  },

  'provider:list': {
    usage: '',
    summary: 'list sign-in providers',
    run: installation =>
      withIdentity(installation, async deps => {
        const items = (await listProviders(deps.db)).map(provider => toRecord(deps, provider))
        const lines = items.map(
          ({ slug, kind, name, isEnabled }) =>
            `${slug}  ${kind}  ${isEnabled ? 'enabled ' : 'disabled'}  ${name}`,
        )
        return { json: { items }, text: lines.join('\n') }
      }),
  },

  'provider:test': {
    usage: 'SLUG [--login L]',
    summary:
      'check everything that a sign-in needs, with the fix for what fails; --login names someone in the directory; exits with 1 if a step fails',
    options: { login: text },
    takes: ['SLUG'],
    run: async (installation, { login }, [slug = '']) => {
      const tested = { login: login === undefined ? undefined : String(login), language: 'en' } as const
      const { item, kind, page } = await withIdentity(installation, async deps => ({
        item: await testProvider(deps, slug, tested),
        kind: (await getProvider(deps.db, slug)).kind,
        page: `${deps.settings.IDENTITY_URL}/admin/sign-in-providers/${slug}`,
      }))
      const hint = kind === 'ldap' ? [] : [`To see what the provider sends, sign in to test it: ${page}`]
      return {
        json: { item },
        text: [...item.steps.map(describeStep), ...hint].join('\n'),
        ...(!item.isReady && { exitCode: 1 }),
      }
    },
  },

  'provider:sync': {
    usage: 'SLUG [--allow-many]',
    summary:
      'compare the accounts of a directory with it at once; --allow-many archives departed people even if they are more than a fifth',
    options: { 'allow-many': { type: 'boolean' } },
    takes: ['SLUG'],
    run: async (installation, values, [slug = '']) => {
      const allowsMany = values['allow-many'] === true
      const item = await withIdentity(installation, async deps => {
        const provider = await getProvider(deps.db, slug)
        if (provider.kind !== 'ldap') throw new StartRefused(`${slug} is no directory`)
        return syncDirectory(deps, provider, { allowsMany })
      })
      return { json: { item }, text: describeSync(item), ...(item.problem !== null && { exitCode: 1 }) }
    },
  },

  'provider:remove': {
    usage: 'SLUG',
    summary: 'remove a sign-in provider; linked accounts stay recorded',
    takes: ['SLUG'],
    run: async (installation, _values, [slug = '']) => {
      await withIdentity(installation, deps => deleteProvider(deps, consoleActor, slug))
      return { json: { slug }, text: `Sign-in provider ${slug} is removed.` }
    },
  },
}

function describeSync({ checked, departed, problem }: SyncOutcome) {
  const counts = `${departed} of ${checked} people are missing, disabled or without the required group`
  if (problem === 'unavailable') return 'The directory does not answer; nothing was changed.'
  if (problem === 'too_many_departed') return `Nobody was archived: ${counts}. --allow-many archives them.`
  return departed > 0
    ? `Archived, except for owners: ${counts}.`
    : `All ${checked} people are in the directory.`
}

const marks = { ok: 'ok      ', failed: 'FAILED  ', skipped: '-       ' }

function describeStep({ step, result, message, advice }: TestedStep) {
  const line = `${marks[result]}${step.padEnd(13)} ${message}`
  return advice ? `${line}\n${' '.repeat(22)}→ ${advice}` : line
}

async function fieldsOf(values: Values) {
  const { url, default: isDefault } = values
  const file = values['certificate-authority']
  return {
    ...Object.fromEntries(
      texts.flatMap(name => (values[name] === undefined ? [] : [[fieldOf(name), values[name]]])),
    ),
    ...(values['group-claim'] !== undefined && { groupsClaim: values['group-claim'] }),
    ...(url !== undefined && { urls: url }),
    ...(values['allowed-domain'] !== undefined && { allowedDomains: values['allowed-domain'] }),
    ...(values['allow-plain-text'] === true && { allowsPlainText: true }),
    ...(values['trust-email'] === true && { trustsEmail: true }),
    ...(isDefault === true && { isDefault }),
    ...(file !== undefined && { certificateAuthority: await readCertificate(String(file)) }),
  }
}

function fieldOf(option: string) {
  return option.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

async function readCertificate(file: string) {
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw new StartRefused(`--certificate-authority: ${file} can't be read`)
  }
}
