import { fieldText } from '@atrium/core/errors'
import { type Html, html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/pages/page'
import { problem, field as textField } from '@atrium/http/pages/page-form'
import { errorCatalogue } from '#errors.ts'
import { texts } from '#texts.ts'
import { type Entry, MAX_DESCRIPTION, MAX_TITLE } from './intake-form.contract.ts'
import type { StoredForm } from './intake-form.queries.ts'
import { type EntryErrors, inputName, type ShownField } from './read-entry.ts'

const head = html`<meta name="robots" content="noindex, nofollow">`

interface Shown {
  language: Language
  form: StoredForm
  fields: ShownField[]
  /** What the visitor has entered, if it was refused. */
  entry?: Entry
  errors?: EntryErrors
  /** What is wrong with the entry as a whole. */
  refusal?: string | undefined
}

/** Works without scripts. A hidden input that people leave empty tells programs that fill in everything. */
export function formPage({ language, form, fields, entry = {}, errors = {}, refusal }: Shown): Page {
  const text = texts(language).intake.page
  const explain = (name: string) => {
    const error = errors[name]
    return error === undefined ? [] : [fieldText(errorCatalogue, language, error)]
  }
  const isWrong = Object.keys(errors).length > 0
  return {
    language,
    title: form.name,
    head,
    formTargets: [],
    body: html`<h1>${form.name}</h1>
${form.introduction && html`<p class="lead preformatted">${form.introduction}</p>`}
${problem(refusal ?? (isWrong ? text.wrong : undefined))}
<form method="post">
${textField({
  name: 'title',
  label: text.title,
  autocomplete: 'off',
  maxLength: MAX_TITLE,
  value: entry.title,
  errors: explain('title'),
})}
${
  form.description !== 'hidden' &&
  textArea({
    name: 'description',
    label: labelOf(text.description, form.description === 'required', text.optional),
    value: entry.description,
    isRequired: form.description === 'required',
    errors: explain('description'),
  })
}
${fields.map(field =>
  customField(field, { given: entry[inputName(field)], errors: explain(inputName(field)), language }),
)}
${
  form.email !== 'hidden' &&
  textField({
    name: 'email',
    label: labelOf(text.email, form.email === 'required', text.optional),
    type: 'email',
    autocomplete: 'email',
    maxLength: 254,
    isOptional: form.email !== 'required',
    hint: text.emailHint,
    value: entry.email,
    errors: explain('email'),
  })
}
<div class="unseen" aria-hidden="true"><label for="website">${text.trap}</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>
<button type="submit">${text.send}</button></form>`,
  }
}

export function sentPage(language: Language, { name }: StoredForm, address: string): Page {
  const text = texts(language).intake.page
  return {
    language,
    title: name,
    head,
    body: html`<h1>${text.sent}</h1><p class="lead">${text.sentText}</p>
<p class="links"><a href="${address}">${text.another}</a></p>`,
  }
}

function labelOf(label: string, isRequired: boolean, optional: string) {
  return isRequired ? label : `${label} (${optional})`
}

interface Given {
  given: string | string[] | undefined
  errors: string[]
  language: Language
}

function customField(field: ShownField, { given, errors, language }: Given): Html {
  const { isAsked, type, options } = field
  const text = texts(language).intake.page
  const name = inputName(field)
  const label = labelOf(field.name, isAsked, text.optional)
  const [value = ''] = [given ?? ''].flat()
  const required = isAsked && html`required`
  const notes = notesOf(name, errors)
  switch (type) {
    case 'checkbox':
      return html`<label class="check"><input type="checkbox" name="${name}"${value !== '' && html` checked`}><span>${field.name}</span></label>`
    case 'select':
      return html`<label for="${name}">${label}</label>
<select id="${name}" name="${name}" ${required} ${notes.attributes}><option value="">${text.choose}</option>${options.map(
        option =>
          html`<option value="${option.id}"${String(option.id) === value && html` selected`}>${option.name}</option>`,
      )}</select>${notes.shown}`
    case 'multi_select': {
      const chosen = [given ?? []].flat()
      return html`<fieldset ${notes.attributes}><legend>${label}</legend>${options.map(
        option =>
          html`<label class="check"><input type="checkbox" name="${name}" value="${option.id}"${chosen.includes(String(option.id)) && html` checked`}><span>${option.name}</span></label>`,
      )}</fieldset>${notes.shown}`
    }
    case 'date':
      return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="date" value="${value}" ${required} ${notes.attributes}>${notes.shown}`
    case 'number':
    case 'url':
    case 'text':
    case 'person': {
      const kind =
        type === 'number' ? html`inputmode="decimal"` : html`maxlength="${type === 'url' ? 2000 : 1000}"`
      return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type === 'url' ? 'url' : 'text'}" value="${value}" autocomplete="off" ${kind} ${required} ${notes.attributes}>${notes.shown}`
    }
  }
}

interface TextArea {
  name: string
  label: string
  value: string | undefined
  isRequired: boolean
  errors: string[]
}

/** A line break after the tag is dropped by browsers, so that text that begins with one keeps it. */
function textArea({ name, label, value = '', isRequired, errors }: TextArea) {
  const notes = notesOf(name, errors)
  return html`<label for="${name}">${label}</label>
<textarea id="${name}" name="${name}" rows="6" maxlength="${MAX_DESCRIPTION}" ${isRequired && html`required`} ${notes.attributes}>
${value}</textarea>${notes.shown}`
}

function notesOf(name: string, errors: string[]) {
  if (errors.length === 0) return {}
  return {
    attributes: html`aria-invalid="true" aria-describedby="${name}-error"`,
    shown: html`<p class="error" id="${name}-error">${errors.join('. ')}</p>`,
  }
}
