import fastJson, { type AnySchema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'

/** Written when the first answer needs it, as the validators are: a start waits for none of them. */
export const compileSerializer: FastifySerializerCompiler<AnySchema> = ({ schema }) => {
  let serialize: ((data: unknown) => string) | undefined
  return data => {
    serialize ??= fastJson(schema)
    return serialize(data)
  }
}
