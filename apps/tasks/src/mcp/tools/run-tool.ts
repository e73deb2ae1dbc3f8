import { ValidationFailed } from '@atrium/core/errors'
import { fieldErrors } from '@atrium/core/validation'
import type { App } from '@atrium/http/app/create-app'
import { type Origin, operationOf } from '@atrium/http/routes/operation'
import { compileValidator } from '@atrium/http/routes/request-validation'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import type { Answer, Calls, Tool } from './tool.ts'
import { tools } from './tools.ts'

export interface ToolCall {
  app: App
  deps: Deps
  actor: Actor
  origin: Origin
  /** Repeats of a call with the same key get its first answer. */
  idempotencyKey?: string | undefined
}

const validators = new Map(
  tools.map(({ name, input }) => [
    name,
    compileValidator({ schema: input, method: 'POST', url: '', httpPart: 'body' }) as Validator,
  ]),
)
type Validator = (data: unknown) => { error?: Parameters<typeof fieldErrors>[0] }

/** Checks fill in defaults, which is nothing that the caller's own object should show. */
export function checkedInput({ name }: Tool, given: unknown) {
  const input = structuredClone(given)
  const { error } = validators.get(name)?.(input) ?? {}
  if (error) throw new ValidationFailed(fieldErrors(error))
  return input as never
}

export function runTool({ app, deps, actor, origin }: ToolCall, tool: Tool, input: never): Promise<Answer> {
  const run: Calls['run'] = (contract, parts) =>
    operationOf(app, contract)(actor, parts as never, origin) as never
  return tool.call({ deps, actor, language: origin.language, run }, input)
}
