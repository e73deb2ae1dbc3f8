import { orderOf, type Page } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import type { ExpressionBuilder, Insertable, Updateable } from 'kysely'
import type { Database, DB, UserContacts } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { Contact, ContactFilters } from './user-contact.contract.ts'

export async function getContact(db: Database, id: number): Promise<Contact> {
  const contact = await db.selectFrom('userContacts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!contact) throw new NotFound('contact_not_found')
  return contact as Contact
}

export async function findContactOwner(db: Database, id: number) {
  const contact = await db.selectFrom('userContacts').select('userId').where('id', '=', id).executeTakeFirst()
  return contact?.userId
}

export function listContacts(db: Database, filters: ContactFilters, page: Page) {
  const { field, direction } = orderOf(filters.orderBy)
  const userContacts = db.selectFrom('userContacts').selectAll().where(matching(filters))
  return listPage(userContacts.orderBy(field, direction).orderBy('id').$castTo<Contact>(), page)
}

export async function insertContact(db: Database, contact: Insertable<UserContacts>) {
  const inserted = await db
    .insertInto('userContacts')
    .values(contact)
    .returningAll()
    .executeTakeFirstOrThrow()
  return inserted as Contact
}

export async function updateContact(db: Database, id: number, changes: Updateable<UserContacts>) {
  const query = db.updateTable('userContacts').set(changes).where('id', '=', id).returningAll()
  return (await query.executeTakeFirstOrThrow()) as Contact
}

export async function unsetPrimaryContact(db: Database, { userId, type }: Pick<Contact, 'userId' | 'type'>) {
  await db
    .updateTable('userContacts')
    .set({ isPrimary: false })
    .where('userId', '=', userId)
    .where('type', '=', type)
    .where('isPrimary', '=', true)
    .execute()
}

export async function deleteContact(db: Database, id: number) {
  await db.deleteFrom('userContacts').where('id', '=', id).execute()
}

function matching({ userId, type }: ContactFilters) {
  return ({ eb, and }: ExpressionBuilder<DB, 'userContacts'>) =>
    and([...(userId ? [eb('userId', '=', userId)] : []), ...(type ? [eb('type', '=', type)] : [])])
}
