import type { Entry, Filter } from 'ldapts'
import type { LdapSettings } from '../providers/provider.contract.ts'
import { anyMember } from '../providers/provider.contract.ts'
import type { VerifiedPerson } from '../providers/provision-user.ts'
import type { Directory } from './directory-connection.ts'
import { domainOf, fillFilter, isGuid, subjectOf, valueOfSubject } from './directory-names.ts'

/** Below the limits of all directories: Active Directory sends 1000 entries at most, OpenLDAP 500. */
const PAGE_SIZE = 100
const SUBJECTS_PER_SEARCH = 100
/** Finds the groups of an entry in Active Directory together with the groups that these are in. */
const NESTED_MEMBER = '(member:1.2.840.113556.1.4.1941:={dn})'
const DISABLED_IN_ACTIVE_DIRECTORY = 2
const LOCKED_FOR_EVER = '000001010000Z'

/** A person as the directory describes them. */
export interface DirectoryPerson extends VerifiedPerson {
  dn: string
  isDisabled: boolean
}

/** Returns the entries that this login finds; two are enough to know that it is ambiguous. */
export function findByLogin(directory: Directory, login: string) {
  return search(directory, fillFilter(directory.settings.userFilter, 'login', login), 2)
}

/** Returns a few entries that some login finds. */
export function findExamples(directory: Directory) {
  return search(directory, directory.settings.userFilter.trim().replaceAll('{login}', '*'), 20)
}

/** Returns those entries with one of these identifiers that exist below the base. */
export async function findBySubjects(directory: Directory, subjects: string[]) {
  const { EqualityFilter, OrFilter } = await import('ldapts')
  const attribute = directory.settings.idAttribute
  const entries: Entry[] = []
  for (let start = 0; start < subjects.length; start += SUBJECTS_PER_SEARCH) {
    const filters = subjects
      .slice(start, start + SUBJECTS_PER_SEARCH)
      .map(subject => new EqualityFilter({ attribute, value: valueOfSubject(attribute, subject) }))
    entries.push(...(await search(directory, new OrFilter({ filters }))))
  }
  return entries
}

async function search({ client, settings }: Directory, filter: string | Filter, sizeLimit?: number) {
  const { searchEntries } = await client.search(settings.baseDn, {
    scope: 'sub',
    filter,
    attributes: attributesOf(settings),
    explicitBufferAttributes: [settings.idAttribute, 'objectGUID'],
    ...(sizeLimit === undefined ? { paged: { pageSize: PAGE_SIZE } } : { sizeLimit }),
  })
  return searchEntries
}

function attributesOf({ idAttribute, emailAttribute, nameAttributes }: LdapSettings) {
  const named = [idAttribute, emailAttribute, ...nameAttributes, 'displayName', 'cn', 'memberOf']
  return [...new Set([...named, 'userAccountControl', 'nsAccountLock', 'pwdAccountLockedTime'])]
}

/** Reads an entry; undefined if it lacks its identifier. Its groups are those that the entry itself names. */
export function personOf(settings: LdapSettings, entry: Entry): DirectoryPerson | undefined {
  const [id] = valuesOf(entry, settings.idAttribute)
  if (id === undefined || id.length === 0) return undefined
  const [email = null] = textsOf(entry, settings.emailAttribute)
  return {
    dn: entry.dn,
    issuer: domainOf(settings.baseDn),
    subject: subjectOf(settings.idAttribute, Buffer.from(id)),
    email,
    isEmailVerified: email !== null, // entered by those who manage the directory
    ...namesOf(settings, entry),
    groups: textsOf(entry, 'memberOf'),
    isDisabled: isDisabled(entry),
  }
}

function namesOf({ nameAttributes: [first = '', last = ''] }: LdapSettings, entry: Entry) {
  const [name] = textsOf(entry, first)
  const [surname] = textsOf(entry, last)
  if (name !== undefined && surname !== undefined) return { name, surname }
  const [whole = name ?? surname ?? ''] = [...textsOf(entry, 'displayName'), ...textsOf(entry, 'cn')]
  const [start = '', ...rest] = whole.trim().split(/\s+/)
  return { name: name ?? start, surname: surname ?? rest.join(' ') }
}

function isDisabled(entry: Entry) {
  const [control] = textsOf(entry, 'userAccountControl')
  const isOff = (Number(control ?? 0) & DISABLED_IN_ACTIVE_DIRECTORY) !== 0
  return (
    isOff ||
    textsOf(entry, 'nsAccountLock').some(value => value.toLowerCase() === 'true') ||
    textsOf(entry, 'pwdAccountLockedTime').includes(LOCKED_FOR_EVER)
  )
}

/** Adds the groups that list the entry as a member, in Active Directory also the groups that these are in. */
export async function withGroups(
  { client, settings }: Directory,
  person: DirectoryPerson,
): Promise<DirectoryPerson> {
  const isActiveDirectory = isGuid(settings.idAttribute)
  const base = settings.groupBaseDn ?? (isActiveDirectory ? domainOf(settings.baseDn) : null)
  if (base === null) return person
  const isUnchanged = settings.groupFilter === anyMember
  const filter = isActiveDirectory && isUnchanged ? NESTED_MEMBER : settings.groupFilter
  const { searchEntries } = await client.search(base, {
    scope: 'sub',
    filter: fillFilter(filter, 'dn', person.dn),
    attributes: ['1.1'],
    paged: { pageSize: PAGE_SIZE },
  })
  return { ...person, groups: [...new Set([...person.groups, ...searchEntries.map(({ dn }) => dn)])] }
}

function textsOf(entry: Entry, attribute: string) {
  return valuesOf(entry, attribute).map(String).filter(Boolean)
}

/** Directories return attributes in the spelling of their schema, whatever was asked for. */
function valuesOf(entry: Entry, attribute: string): (string | Buffer)[] {
  const name = Object.keys(entry).find(key => key.toLowerCase() === attribute.toLowerCase())
  const value = name === undefined ? [] : entry[name]
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
}
