import { ApiError } from '@atrium/client/api-error'

export type ErrorKind =
  | 'offline'
  | 'signedOut'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'tooMany'
  | 'unavailable'
  | 'maintenance'
  | 'unexpected'

const kindByCode: Record<number, ErrorKind> = {
  0: 'offline',
  401: 'signedOut',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  410: 'notFound',
  429: 'tooMany',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

/** Selects the explanation of an error in `locales`. */
export function errorKind(error: unknown): ErrorKind {
  if (!(error instanceof ApiError)) return 'unexpected'
  if (error.code === 'maintenance') return 'maintenance'
  return kindByCode[error.status] ?? 'unexpected'
}
