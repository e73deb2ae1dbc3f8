import { acceptsFile } from '../routes/bodies.ts'

type Fields = Record<string, { default?: unknown; type?: unknown; isFile?: boolean }>
type ObjectSchema = { properties?: Fields; required?: string[] }

/** Keywords of our validator that are not part of JSON Schema. */
const OWN_KEYWORDS = new Set(['trim', 'errorCode', 'isFile'])
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** For callers, a field with a default is optional. */
export function describeFields(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(describeFields)
  if (typeof schema !== 'object' || schema === null) return schema
  const known = Object.entries(schema).filter(([keyword]) => !OWN_KEYWORDS.has(keyword))
  const described = Object.fromEntries(known.map(([keyword, value]) => [keyword, describeFields(value)]))
  const { properties, required } = schema as ObjectSchema
  if (!properties || !Array.isArray(required)) return described
  return { ...described, required: required.filter(name => properties[name]?.default === undefined) }
}

/** A body can be JSON or a form (`bodies.ts`); a form has no nested objects, and JSON has no files. */
export function describeBody(body: unknown) {
  const { properties = {}, required = [] } = body as ObjectSchema
  const files = Object.keys(properties).filter(name => acceptsFile(body, name))
  const withoutFiles = describeFields(body) as ObjectSchema
  const fields = Object.entries(withoutFiles.properties ?? {})
  const withFiles = {
    ...withoutFiles,
    properties: Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        files.includes(name) ? { type: 'string', format: 'binary' } : field,
      ]),
    ),
  }
  if (required.some(name => files.includes(name))) return contentOf(['multipart/form-data'], withFiles)
  if (files.length > 0) {
    const plain = {
      ...withoutFiles,
      properties: Object.fromEntries(fields.filter(([name]) => !files.includes(name))),
    }
    return contentOf(
      ['application/json', ...FORMS],
      plain,
      contentOf(['multipart/form-data'], withFiles).content,
    )
  }
  const isNested = required.some(name => properties[name]?.type === 'object')
  return contentOf(['application/json', ...(isNested ? [] : FORMS)], withoutFiles)
}

function contentOf(types: string[], schema: object, more = {}) {
  return { content: { ...Object.fromEntries(types.map(type => [type, { schema }])), ...more } }
}
