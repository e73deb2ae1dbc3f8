import { ApiError, hasStatus } from '@atrium/client/api-error'

/** Why a file was not taken, by the words for it in `data.failures`. */
export function uploadFailure(error: unknown, { size }: File) {
  if (hasStatus(error, 413)) return 'tooLarge'
  if (hasStatus(error, 422)) return size === 0 ? 'empty' : 'notAnImage'
  // A server that refuses a body in the middle of it cuts the line.
  return error instanceof ApiError && error.status === 0 ? 'offline' : 'other'
}
