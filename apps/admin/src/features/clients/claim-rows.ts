import type {
  ClientClaim,
  claimAttributes,
  claimPlaces,
} from '@atrium/identity/oauth/clients/client-claim.contract'

/** Where a value comes from, as the form offers it: each type of a constant is a choice of its own. */
export const claimKinds = ['attribute', 'groups', 'text', 'number', 'boolean', 'list'] as const
type ClaimKind = (typeof claimKinds)[number]

/** A row of the form. Rows keep what was typed for other kinds, so that trying out a kind loses nothing. */
export interface ClaimRow {
  key: number
  name: string
  kind: ClaimKind
  attribute: (typeof claimAttributes)[number]
  /** A constant as it is typed; a list has one text per line. */
  value: string
  prefix: string
  removesPrefix: boolean
  includedIn: (typeof claimPlaces)[number]
}

export function newRow(key: number): ClaimRow {
  return {
    key,
    name: '',
    kind: 'attribute',
    attribute: 'email',
    value: '',
    prefix: '',
    removesPrefix: false,
    includedIn: 'both',
  }
}

export function rowOf(claim: ClientClaim, key: number): ClaimRow {
  const { name, attribute, value, prefix, removesPrefix, includedIn = 'both' } = claim
  return {
    ...newRow(key),
    name,
    includedIn,
    kind: kindOf(claim),
    ...(attribute && { attribute }),
    ...(value !== undefined && { value: Array.isArray(value) ? value.join('\n') : String(value) }),
    ...(prefix !== undefined && { prefix }),
    ...(removesPrefix !== undefined && { removesPrefix }),
  }
}

function kindOf({ source, value }: ClientClaim): ClaimKind {
  if (source !== 'constant') return source
  if (Array.isArray(value)) return 'list'
  return typeof value === 'string' ? 'text' : (typeof value as 'number' | 'boolean')
}

export function claimOf({ name, kind, includedIn, ...row }: ClaimRow): ClientClaim {
  const common = { name: name.trim(), includedIn }
  if (kind === 'attribute') return { ...common, source: kind, attribute: row.attribute }
  if (kind === 'groups') {
    const filter = row.prefix ? { prefix: row.prefix, removesPrefix: row.removesPrefix } : {}
    return { ...common, source: kind, ...filter }
  }
  return { ...common, source: 'constant', value: constantOf(kind, row.value) }
}

function constantOf(kind: ClaimKind, text: string) {
  if (kind === 'number') return Number(text)
  if (kind === 'boolean') return text === 'true'
  if (kind === 'text') return text
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
}
