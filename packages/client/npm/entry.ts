import { ApiError } from '../src/api-error.ts'
import { readMessages, type StreamOptions } from './event-stream.ts'
import { createOperations, type Routes } from './operations.ts'
import type { ClientOptions } from './request.ts'
import { createSend } from './send.ts'

export { clientCredentials } from './client-credentials.ts'
export type { ListMeta, ListOperation } from './operations.ts'
export { ApiError }

// The build writes both tables in front of this code, and the members of the empty interfaces into the declarations.
declare const identityRoutes: Routes
declare const tasksRoutes: Routes

/** The operations of the identity service. */
// biome-ignore lint/suspicious/noEmptyInterface: merged with what the contracts declare
export interface IdentityClient {}

/** The operations of the task service. */
export interface TasksClient {
  /**
   * Your notifications and, with `topics`, live changes of boards and projects. Reconnects automatically; throws an
   * `ApiError` when the server ends the stream for good.
   */
  events(options?: StreamOptions): AsyncGenerator<LiveMessage, void, undefined>
}

/** The message of each event. */
// biome-ignore lint/suspicious/noEmptyInterface: merged with what the contracts declare
export interface LiveMessages {}
export type LiveMessage = LiveMessages[keyof LiveMessages]

/** The status of each error code. */
// biome-ignore lint/suspicious/noEmptyInterface: merged with what the catalogues declare
export interface ErrorCodes {}
export type ErrorCode = keyof ErrorCodes

/** Calls the identity service: users, roles, clients, sessions. */
export function createIdentityClient(options: ClientOptions): IdentityClient {
  return createOperations(identityRoutes, createSend(options))
}

/** Calls the task service: projects, boards, tasks, time, notifications. */
export function createTasksClient(options: ClientOptions): TasksClient {
  // A stream token opens one connection, so a stream retries as a whole.
  const sendOnce = createSend({ ...options, retries: 0 })
  const events = (stream?: StreamOptions) =>
    readMessages(sendOnce, stream) as ReturnType<TasksClient['events']>
  return { ...createOperations(tasksRoutes, createSend(options)), events }
}

/** Whether a call failed with this code. */
export function hasCode(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code
}
