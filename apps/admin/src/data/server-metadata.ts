import { getServerMetadata } from '@atrium/identity/oauth/metadata/well-known.contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

export const metadataQuery = queryOptions({
  queryKey: ['server-metadata'],
  queryFn: ({ signal }) => api(getServerMetadata, { signal }),
})

/** The address of this service, as tokens name it. */
export const issuerQuery = queryOptions({ ...metadataQuery, select: ({ issuer }) => issuer })
