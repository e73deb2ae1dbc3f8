import type { Language } from '@atrium/core/language'
import { getProvider } from '../providers/provider.queries.ts'
import { createFindings, type TestDeps, type TestOutcome } from './findings.ts'
import { testDirectory } from './test-directory.ts'
import { testOAuthProvider } from './test-oauth-provider.ts'

/** Tries everything that a sign-in at the provider needs, as far as that is possible without a person there. */
export async function testProvider(
  deps: TestDeps,
  slug: string,
  { login, language }: { login?: string | undefined; language: Language },
): Promise<TestOutcome> {
  const provider = await getProvider(deps.db, slug)
  const findings = createFindings()
  if (provider.kind === 'ldap') await testDirectory(deps, provider, findings, login)
  else await testOAuthProvider(deps, provider, findings)
  return findings.inLanguage(language)
}
