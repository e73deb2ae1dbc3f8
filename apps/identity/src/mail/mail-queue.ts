import { createMailQueue } from '@atrium/mail/mail-queue'
import { sql } from 'kysely'

/**
 * This service's own emails. What was typed to reset a password is shown as the account's address or not at all: people
 * type their passwords there, too (decision 20).
 */
export const mailQueue = createMailQueue(sql<string | null>`coalesce(content.payload ->> 'oldEmail',
  (select email from users where users.id = (content.payload ->> 'userId')::bigint),
  (select email from users where lower(users.email) = lower(trim(content.payload ->> 'username') collate natural_order)),
  (select email from users where users.phone = content.payload ->> 'username'))`)
