import { DomainError } from '@atrium/core/errors'
import { languageOf } from '@atrium/core/language'
import { pageOf } from '@atrium/core/paging'
import { checkOriginOfChange } from '@atrium/http/app/protection'
import { sendPage } from '@atrium/http/pages/page'
import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '#deps.ts'
import { Conflict, ValidationFailed } from '#errors.ts'
import { projectRecord } from '#projects/record-access.queries.ts'
import type { Route } from '#route.ts'
import { allowedOrigins } from '#settings.ts'
import { texts } from '#texts.ts'
import * as commands from './intake-form.commands.ts'
import * as contracts from './intake-form.contract.ts'
import { intakeFormRecord, listForms } from './intake-form.queries.ts'
import { formPage, sentPage } from './intake-pages.ts'
import { type EntryErrors, readEntry } from './read-entry.ts'
import { countEntry, createTaskOf, findForm } from './send-form.ts'

const pageOptions = { rateLimit: { max: 120, timeWindow: '1 minute' }, hasSecretPath: true }
/** For each address; a form has limits of its own besides. */
const sendOptions = {
  rateLimit: { max: 10, timeWindow: '10 minutes' },
  hasSecretPath: true,
  maxBodyBytes: 128 * 1024,
}

export function intakeFormRoutes(route: Route, deps: Deps) {
  const { db, settings } = deps
  const { item, message } = commandAnswers(deps)
  const record = intakeFormRecord

  route(contracts.getIntake, { record: projectRecord }, async ({ params }) => ({
    item: await commands.getIntake(deps, params.id),
  }))
  route(contracts.updateIntake, { record: projectRecord }, item(commands.updateIntake))
  route(contracts.listIntakeForms, { record: projectRecord }, async ({ params, query }) => {
    const { items, ...list } = await listForms(db, params.id, pageOf(query))
    return { items: items.map(form => commands.shownForm(deps, form)), ...list }
  })
  route(contracts.createIntakeForm, { record: projectRecord }, item(commands.createForm))
  route(contracts.updateIntakeForm, { record }, item(commands.updateForm))
  route(contracts.deleteIntakeForm, { record }, message(commands.deleteForm, 'Form deleted'))

  route(contracts.openIntakeForm, pageOptions, async ({ params: { token }, query, request, reply }) => {
    const { form, fields, isIncomplete } = await findForm(deps, token)
    const language = languageOf(request)
    if (query.sent !== undefined) return sendPage(reply, sentPage(language, form, `/form/${token}`))
    const refusal = isIncomplete ? texts(language).intake.errors.form_closed : undefined
    return sendPage(reply, formPage({ language, form, fields, refusal }))
  })

  route(contracts.sendIntakeForm, sendOptions, async ({ params: { token }, body, request, reply }) => {
    checkOriginOfChange(request, allowedOrigins(settings))
    const found = await findForm(deps, token)
    const isForm = wantsPage(request)
    try {
      // A program that fills in every field is told the same as a person.
      if (!body.website) await accept(deps, found, body)
    } catch (error) {
      const refused = isForm && refusalOf(error)
      if (!refused) throw error
      const { status, headers, errors = {}, code } = refused
      const language = languageOf(request)
      const refusal = code && texts(language).intake.errors[code]
      return sendPage(
        reply.code(status).headers(headers),
        formPage({ ...found, language, entry: body, errors, refusal }),
      )
    }
    return isForm ? reply.redirect(`/form/${token}?sent=1`, 303) : { message: 'Entry received' }
  })
}

/** Only an entry that is valid counts: nobody is refused because of the mistakes of others. */
async function accept(
  deps: Deps,
  { form, fields, isIncomplete }: Awaited<ReturnType<typeof findForm>>,
  body: contracts.Entry,
) {
  if (isIncomplete) throw new Conflict('form_closed')
  const read = readEntry(form, fields, body)
  if ('errors' in read) throw new ValidationFailed(read.errors as never)
  await countEntry(deps, form)
  await createTaskOf(deps, form, read.entry)
}

function wantsPage({ headers }: FastifyRequest) {
  return headers.accept?.includes('text/html') ?? false
}

interface Refusal {
  status: number
  headers: Record<string, string>
  errors?: EntryErrors
  code?: 'form_full' | 'form_throttled' | 'form_closed'
}

/** What the page of the form says itself; other errors have pages of their own. */
function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof DomainError)) return undefined
  const { statusCode: status, headers, code } = error
  if (error instanceof ValidationFailed) return { status, headers, errors: error.fields as EntryErrors }
  if (code === 'form_full' || code === 'form_throttled' || code === 'form_closed')
    return { status, headers, code }
  return undefined
}
