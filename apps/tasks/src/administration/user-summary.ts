import { sql } from 'kysely'
import type { UserSummary } from './user.contract.ts'

/** The joined user as an object, or null where there is none. */
export const userSummary = sql<UserSummary | null>`case when users.id is not null then json_build_object(
  'id', users.id, 'surname', users.surname, 'name', users.name, 'avatarUrl', users.avatar_url) end`
