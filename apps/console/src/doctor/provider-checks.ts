import { connect } from '@atrium/database/connect'
import type { DB } from '@atrium/identity/database'
import { listSyncs } from '@atrium/identity/sign-in/directory-sync/directory-sync.queries'
import { testProvider } from '@atrium/identity/sign-in/provider-test/test-provider'
import { listProviders } from '@atrium/identity/sign-in/providers/provider.queries'
import { createSecrets } from '@atrium/identity/tokens/secrets'
import { openOutbound } from '@atrium/outbound/outbound'
import { directDatabaseUrls } from '../installation.ts'
import { type Examined, type Finding, failure, ok } from './finding.ts'

/** Whether people can sign in at every enabled provider; the checks of the databases say why one cannot be read. */
export async function checkProviders({ identity, installation }: Examined): Promise<Finding[]> {
  if (!identity) return []
  const db = connect<DB>(directDatabaseUrls(installation).identity, { size: 1, onError: () => {} })
  const deps = {
    db,
    settings: identity,
    outbound: openOutbound(identity),
    secrets: createSecrets(identity),
    now: () => new Date(),
  }
  try {
    const providers = await listProviders(db).catch(() => [])
    const findings: Finding[] = []
    for (const { slug, isEnabled } of providers) {
      if (isEnabled) findings.push(...describe(slug, await testProvider(deps, slug, { language: 'en' })))
    }
    const syncs = await listSyncs(db).catch(() => [])
    return [...findings, ...syncs.flatMap(describeSync)]
  } finally {
    await db.destroy()
  }
}

function describe(slug: string, { isReady, steps }: Awaited<ReturnType<typeof testProvider>>): Finding[] {
  if (isReady) return [ok('sign-in', `People can sign in at the provider ${slug}.`)]
  return steps.flatMap(({ message, advice }) =>
    advice === null ? [] : [failure('sign-in', `${slug}: ${message}`, advice)],
  )
}

/** A directory that is away is found by the test of its provider. */
function describeSync({ slug, problem, checked, departed }: Awaited<ReturnType<typeof listSyncs>>[number]) {
  if (problem !== 'too_many_departed') return []
  const message = `${slug}: the last sync archived nobody, because ${departed} of ${checked} people were missing, disabled or without the required group.`
  const advice = `Check baseDn and requiredGroup with atrium provider:test ${slug}. If these people have really left, run atrium provider:sync ${slug} --allow-many.`
  return [failure('sign-in', message, advice)]
}
