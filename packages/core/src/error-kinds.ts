import type { Catalogue } from './catalogue.ts'

const kinds: Record<number, string> = {
  400: 'malformed-request',
  401: 'not-authenticated',
  403: 'forbidden',
  404: 'entity-not-found',
  405: 'method-not-allowed',
  408: 'timeout',
  409: 'conflict',
  410: 'entity-gone',
  412: 'precondition-failed',
  413: 'too-large',
  415: 'unsupported-content-type',
  416: 'range-not-satisfiable',
  422: 'validation',
  429: 'too-many-requests',
  431: 'too-large',
  500: 'internal',
  503: 'unavailable',
}

/** Groups codes for clients that treat all refusals of a kind alike. The code of a unique constraint ends in `_taken`. */
export function kindOf(catalogue: Catalogue, status: number, code: string) {
  const named = catalogue[code]?.kind
  if (named) return named
  if (status === 409 && code.endsWith('_taken')) return 'entity-already-exists'
  return kinds[status] ?? 'refused'
}
