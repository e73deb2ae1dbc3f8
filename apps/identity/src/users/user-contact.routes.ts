import { listReply, pageOf } from '@atrium/core/paging'
import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, bodyUser, listedUser, needs, ownOrAny, queryUser, selfOrAny } from '#access.ts'
import type { Deps } from '#deps.ts'
import { contactErrors } from './contact-value.ts'
import { changeContact, createContact, removeContact } from './manage-contacts.ts'
import { Contact, ContactChanges, ContactFilters, NewContact } from './user-contact.contract.ts'
import { countContacts, findContactOwner, getContact, listContacts } from './user-contact.queries.ts'

const tags = ['Contacts']

export function contactRoutes(app: App, deps: Deps) {
  const { db } = deps
  const findOwner = (id: number) => findContactOwner(db, id)
  const read = needs('user-contacts:read', ownOrAny('user_contacts.read', 'Contact', findOwner))
  const write = needs('user-contacts:write', ownOrAny('user_contacts.write', 'Contact', findOwner))

  app.get(
    '/user-contacts',
    {
      config: { access: needs('user-contacts:read', selfOrAny('user_contacts.read', queryUser)) },
      schema: {
        tags,
        summary: 'List contacts',
        description:
          'Your own contacts, or those of `userId`. With the permission `user_contacts.read.any` and without `userId`, the contacts of all users.',
        querystring: ContactFilters,
        response: { 200: List(Contact) },
      },
    },
    async request => {
      const page = pageOf(request.query)
      const filters = { ...request.query, userId: listedUser(request, 'user_contacts.read') }
      const [items, total] = await Promise.all([listContacts(db, filters, page), countContacts(db, filters)])
      return listReply(items, total, page)
    },
  )

  app.post(
    '/user-contacts',
    {
      config: {
        access: needs('user-contacts:write', selfOrAny('user_contacts.write', bodyUser)),
        checkFields: contactErrors,
      },
      schema: {
        tags,
        summary: 'Create a contact',
        description:
          'Without `userId`, the contact is your own. The value is checked against its type. One contact of each type can be primary; a new primary contact replaces the old one.',
        body: NewContact,
        response: { 200: Item(Contact) },
      },
    },
    async request => ({ item: await createContact(deps, actorOf(request), request.body) }),
  )

  app.get(
    '/user-contacts/:id',
    {
      config: { access: read },
      schema: {
        tags,
        summary: 'Get a contact',
        description:
          'Returns one contact. Contacts of other users are 404 without the permission to read them.',
        params: IdParams,
        response: { 200: Item(Contact) },
      },
    },
    async ({ params }) => ({ item: await getContact(db, params.id) }),
  )

  app.put(
    '/user-contacts/:id',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Update a contact',
        description: 'Changes the given fields. The owner of a contact cannot change.',
        params: IdParams,
        body: ContactChanges,
        response: { 200: Item(Contact) },
      },
    },
    async request => ({
      item: await changeContact(deps, actorOf(request), request.params.id, request.body),
    }),
  )

  app.delete(
    '/user-contacts/:id',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Delete a contact',
        description: 'Deletes the contact permanently.',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await removeContact(deps, actorOf(request), request.params.id)
      return { message: 'The contact is deleted' }
    },
  )
}
