import { MalformedRequest } from '#errors.ts'
import { type AttributePath, attributeName, parsePath } from './filter.ts'

/** The attributes of a resource by their names in lower case, those of a complex one as `name.givenname`. */
export type Attributes = Map<string, unknown>

export interface PatchOperation {
  op: 'add' | 'replace' | 'remove'
  /** Without one, the value has the attributes. */
  path: AttributePath | undefined
  value: unknown
}

/** Reads a resource as it was sent; Entra also sends dotted names and names with their schema. */
export function readAttributes(resource: unknown, prefix = ''): Attributes {
  if (typeof resource !== 'object' || resource === null || Array.isArray(resource)) return new Map()
  return new Map(
    Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
      const attribute = prefix + attributeName(name)
      const inner = prefix === '' ? [...readAttributes(value, `${attribute}.`)] : []
      return inner.length > 0 ? inner : [[attribute, value]]
    }),
  )
}

/** Reads a PATCH (RFC 7644 §3.5.2); Entra capitalizes `op`. */
export function readOperations(body: unknown): PatchOperation[] {
  const operations = readAttributes(body).get('operations')
  if (!Array.isArray(operations) || operations.length === 0)
    throw new MalformedRequest('scim_operation_unsupported')
  return operations.map(readOperation)
}

function readOperation(sent: unknown): PatchOperation {
  const fields = new Map(
    Object.entries(sent ?? {}).map(([name, value]): [string, unknown] => [name.toLowerCase(), value]),
  )
  const op = String(fields.get('op')).toLowerCase()
  const path = fields.get('path')
  const isPath = path === undefined || path === null || typeof path === 'string'
  const isKnown = op === 'add' || op === 'replace' || op === 'remove'
  if (!isKnown || !isPath || (op === 'remove' && !path))
    throw new MalformedRequest('scim_operation_unsupported')
  const target = path ? parsePath(path) : undefined
  if (target && readOnly.includes(target.attribute.split('.')[0] ?? ''))
    throw new MalformedRequest('scim_attribute_read_only', { path: String(path) })
  return { op, path: target, value: fields.get('value') }
}

/** Attributes that only Atrium sets. Okta repeats the `id` in values without a path, where it is ignored. */
const readOnly = ['id', 'meta', 'groups']

/** What the operations leave of single-valued attributes; null for what they remove. */
export function attributesOfPatch(operations: PatchOperation[]): Attributes {
  return new Map(
    operations.flatMap(({ op, path, value }): [string, unknown][] => {
      if (!path) return [...readAttributes(value)]
      if (op === 'remove') return [[path.attribute, null]]
      const inner = [...readAttributes(value, `${path.attribute}.`)]
      return inner.length > 0 ? inner : [[path.attribute, value]]
    }),
  )
}

export interface Selection {
  attributes?: string
  excludedAttributes?: string
}

/** What identifies a resource is always returned. */
const always = ['schemas', 'id', 'meta']

/** Leaves out what the caller does not ask for (RFC 7644 §3.9). A part of a complex attribute stands for the whole. */
export function selectAttributes<Resource extends object>(
  resource: Resource,
  { attributes, excludedAttributes }: Selection,
): Resource {
  const wanted = attributes && [...always, ...namesIn(attributes)]
  const unwanted = excludedAttributes ? namesIn(excludedAttributes) : []
  const isKept = (name: string) =>
    wanted ? wanted.includes(name) : always.includes(name) || !unwanted.includes(name)
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => isKept(name.toLowerCase())),
  ) as Resource
}

/** Whether a reply will have the attribute, so that it need not be read otherwise. */
export function isSelected(name: string, { attributes, excludedAttributes }: Selection) {
  if (attributes) return namesIn(attributes).includes(name)
  return !namesIn(excludedAttributes ?? '').includes(name)
}

function namesIn(list: string) {
  return list.split(',').map(name => attributeName(name.trim()).split('.')[0] ?? '')
}
