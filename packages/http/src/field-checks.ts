import { type FieldErrors, ValidationFailed } from '@atrium/core/coded-errors'
import { fieldErrors } from '@atrium/core/validation'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What a schema cannot check, for when it refuses some fields: this gets the others, so that one 422 names every
     * wrong field. Of a body that the schema accepts the route itself finds these errors.
     */
    checkFields?: (fields: never, request: FastifyRequest) => FieldErrors | Promise<FieldErrors>
  }
}

/** Before the access rule asks for the record that the path names. */
export function keepBodyErrors(app: FastifyInstance) {
  app.addHook('onRoute', route => {
    if (route.config?.checkFields) route.attachValidation = true
  })
  app.addHook('preHandler', ({ validationError }, _reply, done) => {
    done(validationError && validationError.validationContext !== 'body' ? validationError : undefined)
  })
}

/** After the access rule: what a check says may depend on a record that not everybody may read. */
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
