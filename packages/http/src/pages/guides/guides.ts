import { readFileSync } from 'node:fs'
import { endpoint, open } from '@atrium/core/contract'
import { type Html, html } from '@atrium/core/html'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '../../routes/route.ts'
import { sendPage } from '../page.ts'
import { type Addresses, type Guide, renderGuide } from './render-guide.ts'

const folder = new URL('../../../../../docs/guides/', import.meta.url)
const script = readFileSync(new URL('copy-code.js', import.meta.url), 'utf8')

/** In reading order. */
const guides = [
  {
    name: 'call-the-api',
    route: 'openApiGuide',
    title: 'Call the API',
    topic: 'Reading and changing tasks from other programs',
  },
  {
    name: 'sign-in-with-atrium',
    route: 'openSignInGuide',
    title: 'Sign in with Atrium',
    topic: 'Signing users of other applications in by OpenID Connect',
  },
  {
    name: 'service-accounts',
    route: 'openServiceAccountsGuide',
    title: 'Service accounts',
    topic: 'Programs that work in projects as themselves',
  },
  {
    name: 'webhooks',
    route: 'openWebhooksGuide',
    title: 'Receive webhooks',
    topic: 'Events of projects and users for other programs, with receivers in Node.js and Python',
  },
  {
    name: 'git',
    route: 'openGitGuide',
    title: 'Connect a git host',
    topic: 'Commits and pull requests at tasks, from GitHub, GitLab, Gitea and Forgejo',
  },
  {
    name: 'mcp',
    route: 'openMcpGuide',
    title: 'Connect an agent',
    topic: 'Claude Code and other agents that work with tasks, over the Model Context Protocol',
  },
]
const common = { tag: 'Pages', access: open } as const

const listDevelopersGuides = endpoint('listDevelopersGuides', 'GET /docs/guides', {
  ...common,
  summary: 'List the guides for developers',
  description: 'What programs of others can do with Atrium. As JSON: name, title and address of each guide.',
  isPage: true,
  produces: ['text/html', 'application/json'],
})

const getCopyScript = endpoint('getCopyScript', 'GET /assets/copy-code.js', {
  ...common,
  summary: 'Get the script of the guides',
  description: 'Adds a button to each sample that copies it.',
  produces: ['text/javascript'],
})

/** Guides for developers of other software, written once in `docs/guides` and tested with the samples they show. */
export function serveGuides(app: FastifyInstance, addresses: Addresses) {
  const rendered = new Map<string, Promise<Guide>>()
  const render = (name: string) => {
    const guide = rendered.get(name) ?? renderGuide(folder, name, addresses)
    rendered.set(name, guide)
    return guide
  }

  addRoute(app, listDevelopersGuides, { rule: open }, async ({ request, reply }) => {
    if (!request.headers.accept?.includes('text/html')) {
      return { pages: guides.map(({ name, title }) => ({ name, title, url: addressOf(name) })) }
    }
    const entries = await Promise.all(
      guides.map(async ({ name, title }) => {
        const { lead } = await render(name)
        return html`<li><a href="${addressOf(name)}">${title}</a><p class="quiet">${lead}</p></li>`
      }),
    )
    const lead = html`<p class="lead">What your software can do with Atrium, with samples that are tested with this version.</p>`
    return sendGuide(reply, 'Guides for developers', html`${lead}<ul class="contents">${entries}</ul>`)
  })

  for (const { name, route, title, topic } of guides) {
    const getGuide = endpoint(route, `GET ${addressOf(name)}`, {
      ...common,
      summary: `Open the guide “${title}”`,
      description: `${topic}, with samples.`,
      isPage: true,
    })
    addRoute(app, getGuide, { rule: open }, async ({ reply }) => {
      const { lead, sections, body } = await render(name)
      const links = sections.map(section => html`<li><a href="#${section.id}">${section.title}</a></li>`)
      const contents = html`<p class="lead">${lead}</p><ul class="sections">${links}</ul>`
      return sendGuide(reply, title, html`${contents}${body}`, name)
    })
  }

  addRoute(app, getCopyScript, { rule: open }, ({ reply }) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(script),
  )
}

function addressOf(name: string) {
  return `/docs/guides/${name}`
}

/** In English only, whatever language the reader has chosen for pages. */
function sendGuide(reply: Parameters<typeof sendPage>[0], title: string, body: Html, shown?: string) {
  const links = guides.map(({ name, title }) => {
    const current = name === shown && html` aria-current="page"`
    return html`<a href="${addressOf(name)}"${current}>${title}</a>`
  })
  const navigation = html`<nav aria-label="Guides"><a href="/docs">Documentation</a>${links}</nav>`
  return sendPage(reply, {
    language: 'en',
    isMonolingual: true,
    title,
    layout: 'guide',
    scripts: [getCopyScript.path],
    body: html`${navigation}<h1>${title}</h1>${body}`,
  })
}
