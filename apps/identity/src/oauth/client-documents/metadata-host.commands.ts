import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { Conflict, ValidationFailed } from '#errors.ts'
import { revokeClientTokens } from '#tokens/revoke-tokens.queries.ts'
import { isListedHost } from '../clients/foreign-client.ts'
import { parseHost } from '../forward/forwarded-request.ts'
import { BUNDLED_ON, bundledDocumentsOf } from './bundled-documents.ts'
import type { MetadataHost, NewMetadataHost } from './metadata-host.contract.ts'
import * as queries from './metadata-host.queries.ts'

export function withBundled<Stored extends { host: string }>(stored: Stored) {
  const bundled = bundledDocumentsOf(stored.host).map(({ clientId, name }) => ({
    clientId,
    name,
    date: BUNDLED_ON,
  }))
  return { ...stored, bundled }
}

export function addMetadataHost(
  deps: Deps,
  actor: Actor,
  { host: typed }: NewMetadataHost,
): Promise<MetadataHost> {
  const host = parseHost(typed)
  if (!host) throw new ValidationFailed({ host: 'metadata_host_expected' })
  return inTransaction(deps, async tx => {
    const added = await queries.insertMetadataHost(tx, host, deps.now().toISOString())
    if (!added) throw new Conflict('metadata_host_taken', { host })
    await audit(deps, tx, actor, record('added', added))
    return withBundled(added)
  })
}

/** Removes a host: its applications lose their tokens, unless another entry or the setting allows them. */
export function removeMetadataHost(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const removed = await queries.lockMetadataHost(tx, id)
    await queries.deleteMetadataHost(tx, id)
    await audit(deps, tx, actor, record('removed', removed))
    if (deps.settings.CLIENT_METADATA_DOCUMENTS === 'any') return
    for (const client of await queries.listDocumentClients(tx, removed.host)) {
      if (await isListedHost(tx, client.clientId)) continue
      await revokeClientTokens(tx, client.id, deps.now())
      await emit({ type: 'TokensRevoked', clientId: client.clientId })
    }
  })
}

function record(verb: 'added' | 'removed', { id, host }: { id: number; host: string }) {
  return {
    action: `client_metadata_host.${verb}`,
    subjectType: 'client_metadata_host' as const,
    subjectId: id,
    details: { host },
  }
}
