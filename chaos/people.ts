import type { Cluster } from './cluster.ts'

const PASSWORD = 'a long enough passphrase'

export interface Person {
  id: number
  email: string
  /** For the task service. */
  accessToken: string
  /** Of the client, at the identity service. */
  refreshToken: string
}

export interface Setting {
  client: { id: string; secret: string }
  /** Creates tasks for the reader. */
  writer: Person
  /** Is assigned the tasks and follows their notifications. */
  reader: Person
  projectId: number
  columns: [number, number]
}

/** Two people in one project with a board. */
export async function createSetting(cluster: Cluster): Promise<Setting> {
  const { client_id: id, client_secret: secret } = JSON.parse(
    cluster.run(
      'client:create',
      ...['--name', 'Chaos', '--grant-types', 'password refresh_token', '--scope', 'user:read'],
    ),
  )
  const client = { id, secret }
  const [writer, reader] = [await createPerson(cluster, client, 1), await createPerson(cluster, client, 2)]
  const call = callAs(cluster, writer)
  const { item: project } = await call('POST', '/project', { name: 'Chaos' })
  await call('POST', `/project/${project.id}/member`, { userId: reader.id, role: 'member' })
  const { item: board } = await call('POST', `/project/${project.id}/board`, { name: 'Board' })
  const { items } = await call('GET', `/board/${board.id}/column`)
  const [first, second] = items as { id: number }[]
  if (!first || !second) throw new Error('A new board has fewer than two columns')
  return { client, writer, reader, projectId: project.id, columns: [first.id, second.id] }
}

async function createPerson(cluster: Cluster, client: Setting['client'], number: number): Promise<Person> {
  const email = `person${number}@example.org`
  const details = {
    email,
    phone: `+1202555010${number}`,
    surname: 'Person',
    name: `Number ${number}`,
    password: PASSWORD,
  }
  cluster.run('user:create', ...Object.entries(details).flatMap(([name, value]) => [`--${name}`, value]))
  const accessToken = await signIn(cluster, email)
  const grant = { grant_type: 'password', username: email, password: PASSWORD }
  const tokens = await post<{ refresh_token: string }>(
    `${cluster.urls.identity}/token`,
    tokenRequest(client, grant),
  )
  const person = { id: 0, email, accessToken, refreshToken: tokens.refresh_token }
  const { item } = await callAs(cluster, person)('GET', '/users/me')
  return { ...person, id: Number(item.id) }
}

/** To the task service; returns the access token. */
export async function signIn({ urls }: Cluster, email: string) {
  const { token } = await post<{ token: string }>(`${urls.tasks}/user/login`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: email, password: PASSWORD }),
  })
  return token
}

async function post<T>(url: string, request: RequestInit) {
  const response = await fetch(url, { method: 'POST', ...request })
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

export function tokenRequest({ id, secret }: Setting['client'], grant: Record<string, string>): RequestInit {
  return { method: 'POST', body: new URLSearchParams({ ...grant, client_id: id, client_secret: secret }) }
}

export function callAs({ urls }: Cluster, { accessToken }: Pick<Person, 'accessToken'>) {
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(urls.tasks + path, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    // biome-ignore lint/suspicious/noExplicitAny: responses of many shapes
    return (await response.json()) as any
  }
}
