import type { Kysely } from 'kysely'
import type { DB } from './database-types.ts'

export type * from './database-types.ts'

export type Database = Kysely<DB>
