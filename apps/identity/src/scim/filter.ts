import { MalformedRequest } from '#errors.ts'

/** Compares an attribute, in lower case, with a value. All conditions of a filter must hold. */
export interface Condition {
  attribute: string
  value: string | number | boolean | null
}

/** What a PATCH operation is about: `name.givenName`, `emails[type eq "work"].value`. */
export interface AttributePath {
  attribute: string
  conditions: Condition[]
}

const TOKENS = /\s*("(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+)/gy
const CORE_SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/

/** The name of an attribute as it is compared: names are case-insensitive and can begin with their schema. */
export function attributeName(name: string) {
  return name.toLowerCase().replace(CORE_SCHEMA, '')
}

/** Reads what directories send of RFC 7644 §3.4.2.2: comparisons with `eq`, joined by `and`. */
export function parseFilter(text: string): Condition[] {
  const reader = readTokens(text, () => new MalformedRequest('scim_filter_unsupported'))
  const conditions = reader.conditions('')
  reader.end()
  return conditions
}

/** Reads the path of a PATCH operation (RFC 7644 §3.5.2). */
export function parsePath(text: string): AttributePath {
  const reader = readTokens(text, () => new MalformedRequest('scim_path_unsupported', { path: text }))
  const path = reader.path()
  reader.end()
  return path
}

function readTokens(text: string, refusal: () => Error) {
  const found = [...text.trim().matchAll(TOKENS)]
  const tokens = found.map(([, token = '']) => token)
  if (found.map(([whole]) => whole).join('') !== text.trim()) throw refusal()

  function next(expected?: string) {
    const token = tokens.shift()
    if (token === undefined || (expected && token.toLowerCase() !== expected)) throw refusal()
    return token
  }

  function conditions(prefix: string): Condition[] {
    const all = condition(prefix)
    while (tokens[0]?.toLowerCase() === 'and') {
      next()
      all.push(...condition(prefix))
    }
    return all
  }

  function condition(prefix: string): Condition[] {
    if (tokens[0] !== '(') return comparison(prefix)
    next()
    const inner = conditions(prefix)
    next(')')
    return inner
  }

  function comparison(prefix: string): Condition[] {
    const path = readPath(prefix)
    if (path.conditions.length > 0 && !path.hasPart) return path.conditions
    next('eq')
    return [...path.conditions, { attribute: path.attribute, value: value() }]
  }

  function readPath(prefix = '') {
    const attribute = prefix + attributeName(next())
    if (tokens[0] !== '[') return { attribute, conditions: [], hasPart: false }
    next()
    const inner = conditions(`${attribute}.`)
    next(']')
    const hasPart = tokens[0]?.startsWith('.') ?? false
    return { attribute: hasPart ? attribute + next().toLowerCase() : attribute, conditions: inner, hasPart }
  }

  function value() {
    try {
      return JSON.parse(next())
    } catch {
      throw refusal()
    }
  }

  function end() {
    if (tokens.length > 0) throw refusal()
  }

  return { conditions, path: () => readPath(), end }
}
