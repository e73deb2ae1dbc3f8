import type { NewClient } from '#oauth/clients/client.contract.ts'

/** What a file says about a user or an application. `notes` are for the report: what could not be taken over. */
export type ReadRecord = UserRecord | ClientRecord | SkippedClient | UnreadableRecord

/** A record with its place in the file. */
export type ImportedRecord = ReadRecord & { line: number }

export interface UserRecord {
  kind: 'user'
  /** The fields of our own format, not checked yet. */
  fields: Record<string, unknown>
  /** What the report calls a user without an address. */
  username?: string | undefined
  /** Whether the roles are those of another program. */
  hasForeignRoles?: boolean
  notes?: string[]
}

export interface ClientRecord {
  kind: 'client'
  clientId: string
  client: NewClient
  /** Undefined if the file doesn't contain it. */
  secret?: string
  isTrusted: boolean
  notes?: string[]
}

interface SkippedClient {
  kind: 'skipped'
  clientId: string
  reason: string
}

interface UnreadableRecord {
  kind: 'unreadable'
  problem: string
}

/** Throws `UnreadableFile` if the file as a whole is not of this format. */
export interface ImportFormat {
  id: string
  read: (chunks: AsyncIterable<string>) => AsyncIterable<ImportedRecord>
}

export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}
