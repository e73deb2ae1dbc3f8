import { pageOf } from '@atrium/core/paging'
import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import { bodyUser, listedUser, queryUser, type Route } from '#route.ts'
import { contactErrors } from './contact-value.ts'
import * as commands from './user-contact.commands.ts'
import * as contracts from './user-contact.contract.ts'
import * as queries from './user-contact.queries.ts'

const owner = { find: queries.findContactOwner, notFound: 'contact_not_found' } as const

export function contactRoutes(route: Route, deps: Deps) {
  const { db } = deps
  const { item, message } = commandAnswers(deps)

  route(contracts.listContacts, { subject: queryUser }, ({ actor, query }) => {
    const filters = { ...query, userId: listedUser(actor, query.userId, 'user_contacts.read') }
    return queries.listContacts(db, filters, pageOf(query))
  })

  route(
    contracts.createContact,
    { subject: bodyUser, checkFields: contactErrors },
    async ({ actor, body }) => ({
      item: await commands.createContact(deps, actor, body),
    }),
  )

  route(contracts.getContact, { owner }, async ({ params }) => ({
    item: await queries.getContact(db, params.id),
  }))

  route(contracts.updateContact, { owner }, item(commands.updateContact))
  route(contracts.deleteContact, { owner }, message(commands.deleteContact, 'Contact deleted'))
}
