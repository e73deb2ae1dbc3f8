import { type Html, html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import { texts } from '@atrium/texts/shared'

interface ShowTexts {
  show: string
  hide: string
  /** What is shown, after the word on the button; for screen readers. */
  object: string
}

/** The words of the button that shows a password; its script is `show-password.js` of the identity service. */
export function showTexts(language: Language): ShowTexts {
  return texts(language).pages.showPassword
}

interface Field {
  name: string
  label: string
  value?: string | undefined
  type?: 'text' | 'email' | 'tel' | 'password'
  autocomplete: string
  /** Below the field, such as the rules of a password. */
  hint?: string | undefined
  /** Sentences in the language of the page. */
  errors?: string[] | undefined
  hasFocus?: boolean
  isOptional?: boolean
  isReadOnly?: boolean
  /** Keyboards of phones begin it with a capital letter. */
  isName?: boolean
  minLength?: number
  maxLength?: number
  /** A regular expression that the entire value has to match; the browser shows the hint if it does not. */
  pattern?: string
  inputMode?: 'numeric' | 'tel' | 'email'
  /** Adds a button that shows the password. */
  showTexts?: ShowTexts
}

/** A labelled input with its hint and its errors, which screen readers announce with it. */
export function field(field: Field) {
  const { name, label, hint, errors = [], showTexts } = field
  return html`<label for="${name}">${label}</label>
${showTexts ? withShowButton(input(field), showTexts) : input(field)}
${errors.length > 0 && html`<p class="error" id="${name}-error">${errors.join('. ')}</p>`}
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}`
}

function input({ name, type = 'text', autocomplete, errors = [], hint, hasFocus, ...field }: Field) {
  const { isOptional, isReadOnly, minLength, maxLength, pattern, inputMode } = field
  const notes = [hint && `${name}-hint`, errors.length > 0 && `${name}-error`].filter(Boolean).join(' ')
  return html`<input id="${name}" name="${name}" type="${type}" ${type !== 'password' && textAttributes(field)} autocomplete="${autocomplete}" ${
    inputMode && html`inputmode="${inputMode}"`
  } ${minLength && html`minlength="${minLength}"`} ${maxLength && html`maxlength="${maxLength}"`} ${
    pattern && html`pattern="${pattern}" title="${hint}"`
  } ${!isOptional && html`required`} ${isReadOnly && html`readonly`} ${errors.length > 0 && html`aria-invalid="true"`} ${
    notes && html`aria-describedby="${notes}"`
  } ${hasFocus && html`autofocus`}>`
}

/** A page never repeats a password. */
function textAttributes({ value = '', isName }: Pick<Field, 'value' | 'isName'>) {
  return html`value="${value}" autocapitalize="${isName ? 'words' : 'none'}" spellcheck="false"`
}

function withShowButton(input: Html, { show, hide, object }: ShowTexts) {
  return html`<div class="secret">${input}<button type="button" class="show" data-show="${show}" data-hide="${hide}" hidden>${show}<span class="unseen"> ${object}</span></button></div>`
}

/** What went wrong with the form as a whole. */
export function problem(text: string | undefined) {
  return text && html`<p class="problem" role="alert" id="problem">${text}</p>`
}
