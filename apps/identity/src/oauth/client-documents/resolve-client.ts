import { randomBytes } from 'node:crypto'
import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import { MalformedRequest } from '#errors.ts'
import type { Client } from '../clients/client.queries.ts'
import {
  deleteConsentsOf,
  findClient,
  insertClient,
  lockClient,
  updateClient,
} from '../clients/client.queries.ts'
import { findDocumentRefusal, foreignClient } from '../clients/foreign-client.ts'
import { registeredRedirects } from '../clients/redirect-uri.ts'
import { findBundledDocument } from './bundled-documents.ts'
import {
  type ClientDocument,
  DocumentProblem,
  isDocumentAddress,
  looksLikeDocument,
} from './client-document.ts'
import { DocumentWithdrawn, type FetchedDocument } from './fetch-document.ts'

/** How long to wait for a document of which there is a copy, and how long the copy then counts. */
const REFRESH_MS = 3000
const COPY_MS = 300_000

/** The client, by its document if its ID is the address of one. An ID that an administrator has given out comes first. */
export async function resolveClient(deps: Deps, clientId: string): Promise<Client | undefined> {
  const known = await findClient(deps, clientId)
  if (known && known.source !== 'document') return known
  if (!looksLikeDocument(clientId)) return undefined
  if (!isDocumentAddress(clientId)) throw new MalformedRequest('client_document_address_invalid')
  const refusal = await findDocumentRefusal(deps, clientId)
  if (refusal) throw refusal
  if (known && isFresh(deps, known)) return known
  return deps.documentReader.share(clientId, async () => {
    await storeClient(deps, clientId, await readOrCopy(deps, clientId, known))
    return findClient(deps, clientId)
  })
}

function isFresh({ now }: Deps, { documentValidUntil }: Client) {
  return documentValidUntil !== null && Date.parse(documentValidUntil) > now().getTime()
}

/** The published document; while it cannot be read, the copy that is stored or bundled. */
async function readOrCopy(deps: Deps, address: string, known: Client | undefined): Promise<FetchedDocument> {
  const bundled = findBundledDocument(address)
  const copy = known ? copyOf(known) : bundled
  try {
    return await deps.documentReader.read(address, copy ? { wholeMs: REFRESH_MS } : {})
  } catch (error) {
    const isFinal = !bundled && (error instanceof DocumentProblem || error instanceof DocumentWithdrawn)
    deps.log.info(
      { err: error, clientId: address, hasCopy: Boolean(copy) },
      'a client metadata document was not read',
    )
    if (!copy || isFinal) throw refusalOf(address, error)
    return { document: copy, validUntil: new Date(deps.now().getTime() + COPY_MS) }
  }
}

function copyOf({ name, claimedName, redirectUri, grantTypes }: Client): ClientDocument {
  return {
    name: claimedName ?? name,
    redirectUris: registeredRedirects({ redirectUri }),
    grantTypes: grantTypes.split(' '),
  }
}

function refusalOf(address: string, error: unknown) {
  const { host } = new URL(address)
  if (error instanceof DocumentProblem) {
    return new MalformedRequest('client_document_invalid', { host, field: error.field })
  }
  return new MalformedRequest('client_document_unavailable', { host })
}

/** Remembered consent was for the addresses of the document before: with others, users are asked again. */
function storeClient(deps: Deps, clientId: string, { document, validUntil }: FetchedDocument) {
  const { name, redirectUris, grantTypes } = document
  const fields = {
    ...foreignClient(deps),
    name: `${name.slice(0, 100 - nameSuffix(clientId).length)}${nameSuffix(clientId)}`,
    claimedName: name,
    redirectUri: redirectUris.join('\n'),
    grantTypes: grantTypes.join(' '),
    documentValidUntil: validUntil.toISOString(),
  }
  return inTransaction(deps, async (tx, emit) => {
    const known = await lockClient(tx, clientId)
    if (!known) {
      const clientSecret = deps.secrets.digest(randomBytes(32).toString('hex'))
      const id = await insertClient(tx, { ...fields, clientId, clientSecret, source: 'document' })
      await insertAuditEntry(tx, {
        at: deps.now().toISOString(),
        action: 'client.created',
        actorId: null,
        clientId,
        subjectType: 'client',
        subjectId: id,
      })
    } else if (known.source === 'document') {
      await updateClient(tx, known.id, fields, deps.now())
      if (known.redirectUri !== fields.redirectUri) await deleteConsentsOf(tx, known.id)
    }
    await emit({ type: 'ClientChanged' })
  })
}

/** Names in lists and activity carry the host: anyone can call themselves anything. */
function nameSuffix(clientId: string) {
  return ` (${new URL(clientId).host.slice(0, 60)})`
}
