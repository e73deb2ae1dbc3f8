import { type Html, html } from '@atrium/core/html'
import { type Language, languageEntry } from '@atrium/core/languages'
import type { Page } from '@atrium/http/pages/page'
import { field } from '@atrium/http/pages/page-form'
import { fillIn } from '@atrium/texts/fill-in'
import { texts } from '#texts.ts'
import type { SharedBoard, SharedTask } from './share.contract.ts'

const head = html`<meta name="robots" content="noindex, nofollow">`

type Column = SharedBoard['columns'][number]

interface Shown {
  language: Language
  /** The address of the page, without a slash at the end. */
  address: string
  /** The current day, such as `2026-03-04`. */
  today: string
  markdown: (text: string) => Html
}

export function passwordPage(language: Language, error?: string): Page {
  const text = texts(language).sharing.password
  return {
    language,
    title: text.title,
    head,
    body: html`<h1>${text.title}</h1><p class="lead">${text.lead}</p>
<form method="post">${field({
      name: 'password',
      label: text.label,
      type: 'password',
      autocomplete: 'off',
      maxLength: 200,
      hasFocus: true,
      errors: error ? [error] : [],
    })}<button type="submit">${text.button}</button></form>`,
  }
}

export function boardPage(board: SharedBoard, shown: Shown): Page {
  const { language, markdown } = shown
  const { name, description, projectName, columns } = board
  return {
    language,
    title: name,
    head,
    layout: 'board',
    body: html`<header><p class="quiet">${projectName} <span class="badge">${texts(language).sharing.page.readOnly}</span></p>
<h1>${name}</h1>${description && html`<div class="text">${markdown(description)}</div>`}</header>
<div class="columns">${columns.map(column => columnPart(column, shown))}</div>`,
  }
}

function columnPart({ title, taskCount, tasks }: Column, shown: Shown) {
  const text = texts(shown.language).sharing.page
  const more = taskCount - tasks.length
  return html`<section><h2>${title} <span class="count">${taskCount}</span></h2>
${tasks.length === 0 && more === 0 && html`<p class="hint">${text.empty}</p>`}
<ul>${tasks.map(task => html`<li>${card(task, shown)}</li>`)}</ul>
${more > 0 && html`<p class="hint">${fillIn(text.more, { count: more }, shown.language)}</p>`}</section>`
}

/** A card that has more to show than fits on it opens. */
function card(task: SharedTask, shown: Shown) {
  const details = detailsOf(task, shown)
  const front = html`<span class="key">${task.key}</span> <span class="title${task.completedAt ? ' done' : ''}">${task.title}</span>
${stickersOf(task)}${factsOf(task, shown)}`
  if (details.length === 0) return html`<div class="task">${front}</div>`
  return html`<details class="task"><summary>${front}</summary>${details}</details>`
}

function stickersOf({ stickers }: SharedTask) {
  if (stickers.length === 0) return undefined
  return html`<span class="stickers">${stickers.map(
    ({ name, color }) =>
      html`<span class="sticker"><svg viewBox="0 0 8 8" aria-hidden="true"><circle cx="4" cy="4" r="4" fill="${color}"/></svg>${name}</span>`,
  )}</span>`
}

function factsOf(task: SharedTask, { language, today }: Shown) {
  const { priority, startDate, dueDate, completedAt, assignees, checklistTotal, checklistDone } = task
  const text = texts(language).sharing.page
  const { priorities } = text
  const known =
    Object.hasOwn(priorities, priority.name) && priorities[priority.name as keyof typeof priorities]
  const isLate = dueDate !== null && !completedAt && dueDate < today
  const facts = [
    completedAt && html`<span>${text.completed}</span>`,
    startDate &&
      !dueDate &&
      html`<span>${fillIn(text.from, { day: dayInWords(startDate, language) }, language)}</span>`,
    dueDate &&
      html`<span${isLate && html` class="late"`}>${fillIn(text.due, { day: dayInWords(dueDate, language) }, language)}</span>`,
    priority.name !== 'normal' &&
      html`<span>${fillIn(text.priority, { name: known || priority.name }, language)}</span>`,
    checklistTotal > 0 &&
      html`<span>${fillIn(text.checklist, { done: checklistDone, total: checklistTotal }, language)}</span>`,
    assignees.length > 0 &&
      html`<span>${fillIn(text.people, { names: assignees.join(', ') }, language)}</span>`,
  ].filter(fact => typeof fact === 'object' && fact !== null)
  return facts.length > 0 && html`<span class="facts">${facts}</span>`
}

function detailsOf({ description, comments = [], files = [] }: SharedTask, shown: Shown): Html[] {
  const { language, address, markdown } = shown
  const text = texts(language).sharing.page
  const size = new Intl.NumberFormat(languageEntry(language).locale, { maximumFractionDigits: 1 })
  return [
    ...(description ? [html`<div class="text">${markdown(description)}</div>`] : []),
    ...(files.length > 0
      ? [
          html`<h3>${text.files}</h3><ul class="files">${files.map(
            file =>
              html`<li><a href="${address}/file/${file.id}" rel="nofollow">${file.name}</a> <span class="quiet">${size.format(file.size / 1024)} KB</span></li>`,
          )}</ul>`,
        ]
      : []),
    ...(comments.length > 0
      ? [
          html`<h3>${text.comments}</h3>${comments.map(
            ({ author, createdAt, text }) =>
              html`<div class="comment"><p class="quiet">${author} · ${dayInWords(createdAt, language)}</p><div class="text">${markdown(text)}</div></div>`,
          )}`,
        ]
      : []),
  ]
}

function dayInWords(date: string, language: Language) {
  const { locale } = languageEntry(language)
  const form = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale, form).format(new Date(date))
}
