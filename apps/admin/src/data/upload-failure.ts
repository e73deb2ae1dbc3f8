import { ApiError, hasCode } from '@atrium/ui/api-error'

/** Why a file was not taken, by the words for it in `data.failures`. */
export function uploadFailure(error: unknown, { size }: File) {
  if (hasCode(error, 413)) return 'tooLarge'
  if (hasCode(error, 422)) return size === 0 ? 'empty' : 'notAnImage'
  // A server that refuses a body in the middle of it cuts the line.
  return error instanceof ApiError && error.code === 0 ? 'offline' : 'other'
}
