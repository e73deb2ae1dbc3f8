import type { Client } from 'ldapts'
import {
  bindServiceAccount,
  clientOn,
  close,
  type Directory,
  isResult,
  openServer,
  resultCodes,
} from '../directories/directory-connection.ts'
import {
  type DirectoryPerson,
  findByLogin,
  findExamples,
  personOf,
  withGroups,
} from '../directories/directory-entries.ts'
import type { LdapSettings } from '../providers/provider.contract.ts'
import type { StoredProvider } from '../providers/provider.queries.ts'
import { hasRequiredGroup, usesGroups } from '../providers/provider-groups.ts'
import {
  reasonOf,
  type Server,
  serverOf,
  testAddress,
  testCertificate,
  testClock,
} from './connection-steps.ts'
import type { Findings, TestDeps } from './findings.ts'
import { nameMappedGroups, testMappedGroups } from './mapped-groups.ts'

const START_TLS = '1.3.6.1.4.1.1466.20037'
const ANONYMOUS = 'anonymous'

interface Tested {
  deps: TestDeps
  provider: StoredProvider
  settings: LdapSettings
  findings: Findings
}

/** Tests every server of a directory, then the search for people and groups at the first one that is fine. */
export async function testDirectory(
  deps: TestDeps,
  provider: StoredProvider,
  findings: Findings,
  login: string | undefined,
) {
  const tested = { deps, provider, settings: provider.settings as LdapSettings, findings }
  findings.notUsed('discovery', 'keys')
  const server = await testServers(tested)
  if (!server) return
  const client = await openServer(deps, tested.settings, server.url)
  try {
    if (!(await testBind(tested, client))) return
    testClock(findings, server, { theirs: await readClock(client), ours: deps.now() })
    const directory = { client, url: server.url, settings: tested.settings }
    await testGroups(tested, directory, await testMapping(tested, directory, login))
  } finally {
    await close(client)
  }
}

/** Returns the first server that a sign-in would use. */
async function testServers(tested: Tested): Promise<Server | undefined> {
  const { settings } = tested
  const usable: Server[] = []
  for (const url of settings.urls) {
    const server = serverOf(url, 'ldap', settings.certificateAuthority)
    if (await testServer(tested, server)) usable.push(server)
  }
  return usable[0]
}

async function testServer({ deps, settings, findings }: Tested, server: Server) {
  const socket = await testAddress(deps.outbound, findings, server)
  if (!socket) return false
  if (server.url.startsWith('ldaps:')) return testCertificate(findings, server, socket)
  if (settings.allowsPlainText) {
    socket.destroy()
    findings.skipped('certificate', 'not_encrypted', { host: server.host })
    return true
  }
  try {
    await (await clientOn(socket)).exop(START_TLS)
  } catch (error) {
    socket.destroy()
    findings.failed('certificate', 'start_tls_refused', { host: server.host, reason: reasonOf(error) })
    return false
  }
  socket.removeAllListeners('data') // what follows is TLS, no message for the library
  return testCertificate(findings, server, socket)
}

async function testBind({ deps, provider, settings, findings }: Tested, client: Client) {
  const dn = settings.bindDn
  if (dn === null) {
    findings.ok('bind', 'bind_anonymous', {})
    return true
  }
  try {
    await bindServiceAccount(deps, provider, client)
    findings.ok('bind', 'bind_accepted', { dn })
    return true
  } catch (error) {
    const { invalidCredentials, invalidDnSyntax, strongerAuthRequired, confidentialityRequired } = resultCodes
    if (isResult(error, invalidCredentials)) findings.failed('bind', 'bind_refused', { dn })
    else if (isResult(error, invalidDnSyntax)) findings.failed('bind', 'bind_dn_invalid', { dn })
    else if (isResult(error, strongerAuthRequired) || isResult(error, confidentialityRequired)) {
      findings.failed('bind', 'bind_encryption_required', {})
    } else findings.failed('bind', 'bind_failed', { dn, reason: reasonOf(error) })
    return false
  }
}

/** Where Active Directory, 389 and OpenLDAP with its monitor say what time it is. */
const clocks = [
  { dn: '', attribute: 'currentTime' },
  { dn: 'cn=monitor', attribute: 'currenttime' },
  { dn: 'cn=Current,cn=Time,cn=Monitor', attribute: 'monitorTimestamp' },
]

async function readClock(client: Client) {
  for (const { dn, attribute } of clocks) {
    const asked = client.search(dn, { scope: 'base', attributes: [attribute] })
    const { searchEntries } = await asked.catch(() => ({ searchEntries: [] }))
    const [, time] = Object.entries(searchEntries[0] ?? {}).find(([name]) => name !== 'dn') ?? []
    const [, ...parts] = String(time ?? '').match(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/) ?? []
    const [year = 0, month = 1, day, hour, minute, second] = parts.map(Number)
    if (parts.length > 0) return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  }
  return undefined
}

/** Returns the person that the login finds; without a login, someone whom a login would find. */
async function testMapping(
  { settings, findings }: Tested,
  directory: Directory,
  login: string | undefined,
): Promise<DirectoryPerson | undefined> {
  const { baseDn: dn } = settings
  const filter = settings.userFilter.replaceAll('{login}', login ?? '*')
  try {
    const entries = await (login === undefined ? findExamples(directory) : findByLogin(directory, login))
    const people = entries.map(entry => personOf(settings, entry))
    const [entry] = entries
    if (!entry) findings.failed('mapping', 'mapping_nobody', { dn, filter })
    else if (login !== undefined && entries.length > 1) {
      findings.failed('mapping', 'mapping_several', { count: entries.length, filter })
    } else {
      const person = people.find(each => each?.email && !each.isDisabled)
      if (person) return reportPerson(findings, person)
      reportProblem({ settings, findings }, entry.dn, people[0])
    }
  } catch (error) {
    if (isResult(error, resultCodes.noSuchObject)) {
      findings.failed('mapping', 'mapping_base_missing', { dn, bindDn: settings.bindDn ?? ANONYMOUS })
    } else findings.failed('mapping', 'mapping_search_failed', { dn, reason: reasonOf(error) })
  }
  return undefined
}

function reportPerson(findings: Findings, person: DirectoryPerson) {
  const { dn, email, subject } = person
  const name = `${person.name} ${person.surname}`.trim()
  findings.ok('mapping', 'mapping_entry', { dn, name, email: email ?? '', subject })
  return person
}

function reportProblem(
  { settings, findings }: Pick<Tested, 'settings' | 'findings'>,
  dn: string,
  person: DirectoryPerson | undefined,
) {
  const { idAttribute, emailAttribute } = settings
  if (!person) findings.failed('mapping', 'mapping_id_missing', { dn, attribute: idAttribute })
  else if (!person.email)
    findings.failed('mapping', 'mapping_email_missing', { dn, attribute: emailAttribute })
  else findings.failed('mapping', 'mapping_disabled', { dn })
}

async function testGroups(
  { deps, provider, settings, findings }: Tested,
  directory: Directory,
  person: DirectoryPerson | undefined,
) {
  const bindDn = settings.bindDn ?? ANONYMOUS
  const { requiredGroup, groupMapping } = provider
  const { groupBaseDn } = settings
  if (!usesGroups(provider) && groupBaseDn === null) return findings.skipped('groups', 'groups_unused', {})
  if (!(await testMappedGroups(deps, provider, findings))) return
  try {
    if (groupBaseDn !== null && !(await exists(directory, groupBaseDn))) {
      return findings.failed('groups', 'group_base_missing', { dn: groupBaseDn, bindDn })
    }
    const named = [
      ...(requiredGroup === null ? [] : [requiredGroup]),
      ...groupMapping.map(({ from }) => from),
    ]
    for (const group of named) {
      if (!(await exists(directory, group))) {
        return findings.failed('groups', 'group_missing', { group, bindDn })
      }
    }
    if (!person) return findings.ok('groups', 'groups_found', {})
    const { dn, groups } = await withGroups(directory, person)
    if (!hasRequiredGroup(provider, groups)) {
      return findings.failed('groups', 'required_group_missing', { dn, group: requiredGroup ?? '' })
    }
    const mapped = await nameMappedGroups(deps, provider, groups)
    reportGroups(findings, { dn, groups: groups.join('; '), mapped })
  } catch (error) {
    findings.failed('groups', 'groups_search_failed', { reason: reasonOf(error) })
  }
}

function reportGroups(findings: Findings, { dn, ...found }: { dn: string; groups: string; mapped: string }) {
  if (found.mapped) findings.ok('groups', 'groups_of_entry_mapped', { dn, ...found })
  else if (found.groups) findings.ok('groups', 'groups_of_entry', { dn, groups: found.groups })
  else findings.ok('groups', 'groups_of_entry_none', { dn })
}

async function exists({ client }: Directory, dn: string) {
  try {
    const { searchEntries } = await client.search(dn, { scope: 'base', attributes: ['1.1'] })
    return searchEntries.length > 0
  } catch (error) {
    const { noSuchObject, invalidDnSyntax } = resultCodes
    if (isResult(error, noSuchObject) || isResult(error, invalidDnSyntax)) return false
    throw error
  }
}
