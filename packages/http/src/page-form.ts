import { html } from '@atrium/core/html'

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
  inputMode?: 'numeric' | 'tel' | 'email'
}

/** A labelled input with its hint and its errors, which screen readers announce with it. */
export function field(field: Field) {
  const { name, label, value = '', type = 'text', autocomplete, hint, errors = [], hasFocus } = field
  const { isOptional, isReadOnly, isName, minLength, maxLength, inputMode } = field
  const notes = [hint && `${name}-hint`, errors.length > 0 && `${name}-error`].filter(Boolean).join(' ')
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" ${type !== 'password' && html`value="${value}"`} autocomplete="${autocomplete}" ${
    type !== 'password' && html`autocapitalize="${isName ? 'words' : 'none'}" spellcheck="false"`
  } ${inputMode && html`inputmode="${inputMode}"`} ${minLength && html`minlength="${minLength}"`} ${
    maxLength && html`maxlength="${maxLength}"`
  } ${!isOptional && html`required`} ${isReadOnly && html`readonly`} ${errors.length > 0 && html`aria-invalid="true"`} ${
    notes && html`aria-describedby="${notes}"`
  } ${hasFocus && html`autofocus`}>
${errors.length > 0 && html`<p class="error" id="${name}-error">${errors.join('. ')}</p>`}
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}`
}

/** What went wrong with the form as a whole. */
export function problem(text: string | undefined) {
  return text && html`<p class="problem" role="alert" id="problem">${text}</p>`
}
