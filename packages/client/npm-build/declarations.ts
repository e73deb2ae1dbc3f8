import type { Contract } from '@atrium/core/contract'
import { ListMeta } from '@atrium/core/schema'
import type { TSchema } from 'typebox'
import { nameKeyOf, type Service } from './contracts.ts'

type Schema = Partial<
  Omit<TSchema, 'type'> & {
    type: string | string[]
    description: string
    properties: Record<string, Schema>
    required: string[]
    patternProperties: Record<string, Schema>
    additionalProperties: boolean
    items: Schema
    anyOf: Schema[]
    enum: (string | number | null)[]
    const: unknown
    default: unknown
    isFile: boolean
  }
>

/** Longer ones, such as the codes of all countries, are a `string`. */
const LONGEST_UNION = 60

/** Writes the types of a service; named schemas are collected in `used`. */
export function createWriter({ namespace, names }: Service, special: Map<unknown, string>) {
  const used = new Map<string, Schema>()

  /** With the names of the namespace in front, or without them inside of it. */
  function typeOf(schema: Schema, prefix: string, indent: string): string {
    const named = special.get(schema)
    if (named) return prefix + named
    if (schema.properties === ListMeta.properties) return 'ListMeta'
    if (schema.isFile) return 'Blob'
    const types = [schema.type ?? []].flat()
    const written = types.length === 0 ? [untypedOf(schema, prefix, indent)] : []
    for (const type of types) written.push(type === 'null' ? 'null' : ofType(type, schema, prefix, indent))
    return written.join(' | ')
  }

  function untypedOf({ anyOf }: Schema, prefix: string, indent: string) {
    return anyOf ? anyOf.map(each => typeOf(each, prefix, indent)).join(' | ') : 'unknown'
  }

  function ofType(type: string, schema: Schema, prefix: string, indent: string): string {
    const name = nameOf(type, schema)
    if (name) return prefix + name
    if ('const' in schema) return literal(schema.const)
    if (schema.enum && !isLong(schema)) {
      return schema.enum
        .filter(value => value !== null)
        .map(literal)
        .join(' | ')
    }
    if (type === 'array') return arrayOf(typeOf(schema.items ?? {}, prefix, indent))
    if (type === 'object') return objectOf(schema, prefix, indent)
    return type === 'integer' ? 'number' : type
  }

  function nameOf(type: string, schema: Schema) {
    // Where a text can be sent instead of an object, such as its JSON in a form, the name is the object's.
    if (schema.properties && type !== 'object') return undefined
    const key = isLong(schema) ? undefined : nameKeyOf(schema)
    const name = key && names.get(key)
    if (name && !used.has(name)) used.set(name, schema)
    return name
  }

  function objectOf(schema: Schema, prefix: string, indent: string): string {
    const { properties = {}, patternProperties } = schema
    const [values] = Object.values(patternProperties ?? {})
    if (values) return `Record<string, ${typeOf(values, prefix, indent)}>`
    const entries = Object.entries(properties)
    if (entries.length === 0)
      return schema.additionalProperties ? 'Record<string, unknown>' : 'Record<never, never>'
    const inner = `${indent}  `
    const lines = entries.map(([key, field]) => {
      const isOptional = !schema.required?.includes(key) || 'default' in field
      const type = typeOf(field, prefix, inner)
      return `${comment(field.description, inner)}${inner}${keyText(key)}${isOptional ? '?' : ''}: ${type}`
    })
    return `{\n${lines.join('\n')}\n${indent}}`
  }

  function operation({ name, contract, kind }: Service['operations'][number]) {
    const prefix = `${namespace}.`
    const input = inputOf(contract, schema => typeOf(schema as Schema, prefix, '  '))
    const reply = contract.reply ? typeOf(contract.reply as Schema, prefix, '  ') : 'Response'
    const text = comment(documentationOf(contract), '  ')
    if (kind === 'list') return `${text}  ${name}: ListOperation<${input.type}, ${reply}>`
    return `${text}  ${name}(input${input.isOptional ? '?' : ''}: ${input.type} & CallOptions): Promise<${reply}>`
  }

  /** Named types refer to others, so that the list grows while it is written. */
  function namedTypes() {
    const written = new Map<string, string>()
    while (written.size < used.size) {
      for (const [name, schema] of used) {
        if (!written.has(name)) written.set(name, namedType(name, schema))
      }
    }
    return [...written.entries()].sort().map(([, text]) => text)
  }

  function namedType(name: string, schema: Schema) {
    const { type: _, properties, enum: values, ...rest } = schema
    if (values)
      return `  type ${name} = ${values
        .filter(value => value !== null)
        .map(literal)
        .join(' | ')}`
    const object = objectOf({ ...rest, properties }, '', '  ')
    return object.startsWith('{') ? `  interface ${name} ${object}` : `  type ${name} = ${object}`
  }

  return { typeOf, objectOf, operation, namedTypes }
}

function inputOf(contract: Contract, write: (schema: TSchema) => string) {
  const parts = (['params', 'query', 'body'] as const).flatMap(part => {
    const schema = contract[part]
    return schema ? [{ part, schema: schema as Schema, text: write(schema as TSchema) }] : []
  })
  const optional = parts.map(({ schema }) => isOptional(schema))
  const fields = parts.map(({ part, text }, index) => `${part}${optional[index] ? '?' : ''}: ${text}`)
  return {
    type: fields.length > 0 ? `{ ${fields.join('; ')} }` : 'object',
    isOptional: optional.every(Boolean),
  }
}

/** It can be null, or nothing in it is required. */
function isOptional({ type, properties = {}, required = [] }: Schema) {
  return type !== 'object' || required.every(key => 'default' in (properties[key] ?? {}))
}

function documentationOf({ method, path, summary, description, errors = [] }: Contract) {
  const codes = errors.length > 0 ? `\n\nErrors: ${errors.map(code => `\`${code}\``).join(', ')}` : ''
  return `${summary}: \`${method} ${path}\`\n\n${description}${codes}`
}

function comment(text: string | undefined, indent: string) {
  if (!text) return ''
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map(line => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

function isLong({ enum: values = [] }: Schema) {
  return values.length > LONGEST_UNION
}

function arrayOf(type: string) {
  return /[|&]/.test(type) && !type.startsWith('{') ? `(${type})[]` : `${type}[]`
}

function literal(value: unknown) {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value)
}

function keyText(key: string) {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : literal(key)
}
