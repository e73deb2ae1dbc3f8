import { channel, tracingChannel } from 'node:diagnostics_channel'

/** A statement was sent; `answer` settles with it. Publish only if `hasSubscribers`: telemetry is usually off. */
export const statementChannel = channel('atrium:statement')

export interface StatementMessage {
  text: string
  answer: Promise<unknown>
}

/** Around each background job. */
export const jobChannel = tracingChannel<object, JobMessage>('atrium:job')

export interface JobMessage {
  name: string
}
