/** Events in the shapes that git hosts send, reduced to what makes them recognizable. */

interface PullOptions {
  number?: number
  title?: string
  body?: string | null
  branch?: string
  base?: string
  action?: string
  state?: 'open' | 'closed'
  merged?: boolean
  draft?: boolean
}

const repository = {
  id: 186853002,
  name: 'shop',
  full_name: 'acme/shop',
  private: true,
  html_url: 'https://git.example.org/acme/shop',
  default_branch: 'main',
}
const sender = { login: 'ann', id: 21031067, type: 'User' }

/** Payloads of GitHub, and of Gitea and Forgejo, which differ in fields that nobody reads. */
export function pullRequest({
  number = 7,
  title = 'Repair the cart',
  body = null,
  branch = 'repair-cart',
  base = 'main',
  action = 'opened',
  state = 'open',
  merged = false,
  draft = false,
}: PullOptions = {}) {
  return {
    action,
    number,
    pull_request: {
      id: 279147437,
      number,
      url: `https://api.git.example.org/repos/acme/shop/pulls/${number}`,
      html_url: `https://git.example.org/acme/shop/pull/${number}`,
      state,
      title,
      body,
      draft,
      merged,
      user: sender,
      head: { label: `ann:${branch}`, ref: branch, sha: 'ec26c3e57ca3a959ca5aad62de7213c562f8c821' },
      base: { label: `acme:${base}`, ref: base, sha: 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e' },
    },
    repository,
    sender,
  }
}

interface Pushed {
  id: string
  message: string
  distinct?: boolean
}

export function push(branch: string, commits: Pushed[]) {
  return {
    ref: `refs/heads/${branch}`,
    before: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
    after: commits.at(-1)?.id,
    created: false,
    deleted: false,
    forced: false,
    commits: commits.map(({ id, message, distinct = true }) => ({
      id,
      tree_id: 'f9d2a07e9488b91af2641b26b9407fe22a451433',
      distinct,
      message,
      timestamp: '2026-05-15T15:20:41Z',
      url: `https://git.example.org/acme/shop/commit/${id}`,
      author: { name: 'Ann', email: 'ann@example.org', username: 'ann' },
      added: [],
      removed: [],
      modified: ['README.md'],
    })),
    repository,
    pusher: { name: 'ann', email: 'ann@example.org' },
    sender,
  }
}

const project = {
  id: 1,
  name: 'shop',
  web_url: 'https://gitlab.example.org/acme/shop',
  path_with_namespace: 'acme/shop',
  default_branch: 'main',
}

interface MergeRequestOptions {
  title: string
  state: 'opened' | 'closed' | 'merged'
  draft?: boolean
}

export function mergeRequest({ title, state, draft = false }: MergeRequestOptions) {
  return {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: { id: 1, name: 'Ann', username: 'ann' },
    project,
    object_attributes: {
      id: 99,
      iid: 3,
      target_branch: 'main',
      source_branch: 'tidy-up',
      title,
      description: '',
      state,
      draft,
      work_in_progress: draft,
      url: 'https://gitlab.example.org/acme/shop/-/merge_requests/3',
      action: state === 'merged' ? 'merge' : 'update',
    },
    labels: [],
    changes: {},
  }
}

export function gitlabPush(branch: string, message: string) {
  return {
    object_kind: 'push',
    event_name: 'push',
    ref: `refs/heads/${branch}`,
    project,
    commits: [
      {
        id: 'b6568db1bc1dcd7f8b4d5a946b0b91f9dacd7327',
        message,
        title: message.split('\n')[0],
        timestamp: '2026-05-15T15:20:41+02:00',
        url: 'https://gitlab.example.org/acme/shop/-/commit/b6568db1bc1dcd7f8b4d5a946b0b91f9dacd7327',
        author: { name: 'Ann', email: '[REDACTED]' },
      },
    ],
    total_commits_count: 1,
  }
}
