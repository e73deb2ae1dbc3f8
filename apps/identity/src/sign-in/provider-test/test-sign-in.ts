import type { DomainError } from '@atrium/core/errors'
import type { Language } from '@atrium/core/language'
import type { Deps } from '#deps.ts'
import { getUser } from '#users/user.queries.ts'
import { valueAt } from '../providers/openid.provider.ts'
import type { OidcSettings } from '../providers/provider.contract.ts'
import type { StoredProvider } from '../providers/provider.queries.ts'
import { usesGroups } from '../providers/provider-groups.ts'
import { type Preview, previewUser } from '../providers/provision-user.ts'
import type { UpstreamProfile } from '../providers/upstream-provider.ts'
import { reasonOf } from './connection-steps.ts'
import { createFindings, type Findings, type TestOutcome } from './findings.ts'
import { nameMappedGroups } from './mapped-groups.ts'

const LIFETIME_MS = 600_000
const PURPOSE = 'test sign-in'

interface TestTicket {
  userId: number
  provider: string
  expiresAt: number
}

/** The address that begins a test sign-in; only a browser with a session of the same user can open it. */
export function testSignInAddress(
  { secrets, now }: Deps,
  { slug, kind }: StoredProvider,
  userId: number | null,
): string | null {
  if (kind === 'ldap' || userId === null) return null
  const ticket: TestTicket = { userId, provider: slug, expiresAt: now().getTime() + LIFETIME_MS }
  const test = secrets.seal(PURPOSE, Buffer.from(JSON.stringify(ticket)))
  return `/auth/upstream/${slug}?${new URLSearchParams({ test })}`
}

/** The user who may try this provider out with this ticket. */
export function readTestTicket({ secrets, now }: Deps, provider: string, text: string) {
  try {
    const ticket: TestTicket = JSON.parse(secrets.unseal(PURPOSE, text).toString())
    return ticket.provider === provider && ticket.expiresAt > now().getTime() ? ticket.userId : undefined
  } catch {
    return undefined
  }
}

/** Says what would become of someone who has signed in at the provider. Nothing is saved. */
export async function judgeSignIn(
  deps: Deps,
  provider: StoredProvider,
  profile: UpstreamProfile,
  language: Language,
): Promise<TestOutcome> {
  const { issuer, subject, received } = profile
  const findings = createFindings()
  findings.ok('bind', 'sign_in_confirmed', { issuer, subject })
  const preview = await previewUser(deps, provider, profile, language)
  await judgeAccount(deps, findings, provider, profile, preview)
  await judgeGroups(deps, findings, provider, profile, received)
  return reached(findings, language)
}

/** Says why a test sign-in has failed at the provider. */
export function explainFailure(error: DomainError, language: Language): TestOutcome {
  const findings = createFindings()
  const reason = reasonOf(error.cause ?? error)
  if (error.code === 'upstream_unavailable') findings.failed('address', 'sign_in_unanswered', { reason })
  else if (error.code === 'upstream_refused') findings.failed('bind', 'sign_in_declined', { reason })
  else if (error.code === 'upstream_groups_left_out') findings.failed('groups', 'groups_left_out', {})
  else findings.failed('bind', 'sign_in_unverified', { reason })
  return reached(findings, language)
}

/** Without the steps that are no part of a sign-in. */
function reached(findings: Findings, language: Language): TestOutcome {
  const { isReady, steps } = findings.inLanguage(language)
  return { isReady, steps: steps.filter(({ code }) => code !== 'not_checked') }
}

async function judgeAccount(
  { db }: Deps,
  findings: Findings,
  { allowedDomains }: StoredProvider,
  profile: UpstreamProfile,
  preview: Preview,
) {
  const name = `${profile.name} ${profile.surname}`.trim()
  const email = profile.email ?? ''
  if (preview.outcome === 'created') return findings.ok('mapping', 'account_created', { name, email })
  if (preview.outcome !== 'refused') {
    const account = (await getUser(db, preview.userId)).email
    const codes = { known: 'account_known', linked: 'account_linked', asked: 'account_asked' } as const
    return findings.ok('mapping', codes[preview.outcome], { name, account })
  }
  const { code } = preview.refusal
  if (code === 'upstream_email_missing') findings.failed('mapping', 'account_without_email', { name })
  else if (code === 'upstream_account_missing') findings.failed('mapping', 'account_missing', { email })
  else if (code === 'upstream_account_archived') findings.failed('mapping', 'account_archived', { email })
  else if (code === 'upstream_domain_refused') {
    const domains = allowedDomains.join(', ')
    if (profile.isEmailVerified) findings.failed('mapping', 'account_domain_refused', { email, domains })
    else findings.failed('mapping', 'account_email_unverified', { email, domains })
  } else findings.skipped('mapping', 'account_undecided', { name, email })
}

async function judgeGroups(
  deps: Deps,
  findings: Findings,
  provider: StoredProvider,
  { groups }: UpstreamProfile,
  received: Record<string, unknown>,
) {
  const { requiredGroup, kind } = provider
  const { groupsClaim } = provider.settings as OidcSettings
  const sent = groups.join(', ')
  if (!usesGroups(provider)) {
    if (groups.length === 0) return findings.skipped('groups', 'groups_unused', {})
    return findings.ok('groups', 'groups_sent', { groups: sent })
  }
  if (kind === 'oidc' && (groupsClaim === null || valueAt(received, groupsClaim) === undefined)) {
    const claims = Object.keys(received).join(', ')
    return findings.failed('groups', 'groups_not_sent', { claim: groupsClaim ?? 'groups', claims })
  }
  if (requiredGroup !== null && !groups.includes(requiredGroup)) {
    return findings.failed('groups', 'required_group_not_sent', { group: requiredGroup, groups: sent || '–' })
  }
  const mapped = await nameMappedGroups(deps, provider, groups)
  if (mapped) findings.ok('groups', 'groups_mapped', { groups: sent, mapped })
  else findings.ok('groups', 'groups_unmapped', { groups: sent || '–' })
}
