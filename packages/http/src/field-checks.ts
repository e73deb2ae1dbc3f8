import { type FieldErrors, ValidationFailed } from '@atrium/core/coded-errors'
import { fieldErrors } from '@atrium/core/validation'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Checks that a schema cannot express. Runs on the accepted fields when the schema refuses others, so that one 422
     * has all errors; a body that the schema accepts is checked by the handler.
     */
    checkFields?: (fields: never, request: FastifyRequest) => FieldErrors | Promise<FieldErrors>
  }
}

/** Before the access rule looks for the record of the path: without valid parameters there is none. */
export function keepBodyErrors(app: FastifyInstance) {
  app.addHook('onRoute', route => {
    if (route.config?.checkFields) route.attachValidation = true
  })
  app.addHook('preHandler', ({ validationError }, _reply, done) => {
    done(validationError && validationError.validationContext !== 'body' ? validationError : undefined)
  })
}

/** After the access rule: a check can depend on a record that the caller has no right to read. */
export function checkFields(app: FastifyInstance) {
  app.addHook('preHandler', async request => {
    const { validationError, routeOptions } = request
    if (!validationError) return
    const { checkFields } = routeOptions.config
    const refused = fieldErrors(validationError.validation ?? [])
    const accepted = Object.entries(request.body ?? {}).filter(([name]) => !Object.hasOwn(refused, name))
    const found = await checkFields?.(Object.fromEntries(accepted) as never, request)
    throw new ValidationFailed({ ...refused, ...found })
  })
}
