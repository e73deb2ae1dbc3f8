import type { LinkState } from '../repository.contract.ts'
import type { GitHost } from './signatures.ts'

/** A commit that was pushed. */
export interface Commit {
  reference: string
  message: string
  url: string
}

export interface Push {
  kind: 'push'
  branch: string
  isDefaultBranch: boolean
  commits: Commit[]
}

export interface PullRequest {
  kind: 'pull_request'
  reference: string
  title: string
  description: string
  url: string
  state: LinkState
  branch: string
  isForDefaultBranch: boolean
}

/** What tasks learn of an event; undefined if it is about something else. */
export function readPayload(host: GitHost, payload: unknown): Push | PullRequest | undefined {
  const event = new Reader(payload)
  if (host === 'gitlab') {
    if (event.text('object_kind') === 'push') return pushIn(event, event.text('project.default_branch'))
    return event.text('object_kind') === 'merge_request' ? mergeRequestIn(event) : undefined
  }
  if (event.value('pull_request')) return isAbridged(event) ? undefined : pullRequestIn(event)
  return event.list('commits').length > 0 ? pushIn(event, event.text('repository.default_branch')) : undefined
}

function pushIn(event: Reader, defaultBranch: string): Push | undefined {
  const [, branch] = /^refs\/heads\/(.+)$/.exec(event.text('ref')) ?? []
  if (!branch) return undefined
  const isDefaultBranch = branch === defaultBranch
  const commits = event.list('commits').flatMap(commit => {
    // On another branch, GitHub lists commits again that it has listed before.
    if (commit.value('distinct') === false && !isDefaultBranch) return []
    const url = webAddress(commit.text('url'))
    const reference = commit.text('id')
    return url && reference ? [{ reference, message: commit.text('message'), url }] : []
  })
  return { kind: 'push', branch, isDefaultBranch, commits }
}

/** Events about a review have a pull request that does not say whether it was merged. */
function isAbridged(event: Reader) {
  return !event.value('number') && typeof event.value('pull_request.merged') !== 'boolean'
}

/** Reads the pull request of GitHub, Gitea or Forgejo. */
function pullRequestIn(event: Reader): PullRequest | undefined {
  const pull = event.inside('pull_request')
  const url = webAddress(pull.text('html_url'))
  const number = event.value('number') ?? pull.value('number')
  if (!url || !number) return undefined
  const title = pull.text('title')
  const isDraft = pull.value('draft') === true || /^(wip:|\[wip\])/i.test(title)
  return {
    kind: 'pull_request',
    reference: String(number),
    title,
    description: pull.text('body'),
    url,
    state: stateOf({
      isMerged: pull.value('merged') === true,
      isClosed: pull.text('state') === 'closed',
      isDraft,
    }),
    branch: pull.text('head.ref'),
    isForDefaultBranch: pull.text('base.ref') === event.text('repository.default_branch'),
  }
}

function mergeRequestIn(event: Reader): PullRequest | undefined {
  const request = event.inside('object_attributes')
  const url = webAddress(request.text('url'))
  if (!url || !request.value('iid')) return undefined
  const state = request.text('state')
  return {
    kind: 'pull_request',
    reference: String(request.value('iid')),
    title: request.text('title'),
    description: request.text('description'),
    url,
    state: stateOf({
      isMerged: state === 'merged',
      isClosed: state === 'closed',
      isDraft: request.value('draft') === true || request.value('work_in_progress') === true,
    }),
    branch: request.text('source_branch'),
    isForDefaultBranch: request.text('target_branch') === event.text('project.default_branch'),
  }
}

function stateOf({ isMerged, isClosed, isDraft }: Record<'isMerged' | 'isClosed' | 'isDraft', boolean>) {
  if (isMerged) return 'merged'
  if (isClosed) return 'closed'
  return isDraft ? 'draft' : 'open'
}

const MAX_ADDRESS_LENGTH = 2000

/** A browser opens it, so it has to be an address of the web. */
function webAddress(text: string) {
  const isOne = /^https?:\/\//i.test(text) && text.length <= MAX_ADDRESS_LENGTH && URL.canParse(text)
  return isOne ? text : undefined
}

/** Reads what another program has sent, whatever is in it. */
class Reader {
  readonly #from: unknown

  constructor(from: unknown) {
    this.#from = from
  }

  value(path: string) {
    let value = this.#from
    for (const name of path.split('.')) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
      value = (value as Record<string, unknown>)[name]
    }
    return value
  }

  /** PostgreSQL cannot store a null character. */
  text(path: string) {
    const value = this.value(path)
    return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : ''
  }

  inside(path: string) {
    return new Reader(this.value(path))
  }

  list(path: string) {
    const value = this.value(path)
    return Array.isArray(value) ? value.map(item => new Reader(item)) : []
  }
}
