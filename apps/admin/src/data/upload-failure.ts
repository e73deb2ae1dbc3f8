import { ApiError, hasStatus } from '@atrium/client/api-error'

/** Why a file was refused, as a key of `data.failures`. */
export function uploadFailure(error: unknown, { size }: File) {
  if (hasStatus(error, 413)) return 'tooLarge'
  if (hasStatus(error, 422)) return size === 0 ? 'empty' : 'notAnImage'
  // A server that refuses a body while it is being sent closes the connection.
  return error instanceof ApiError && error.status === 0 ? 'offline' : 'other'
}
