import {
  ApiError,
  clientCredentials,
  createIdentityClient,
  createTasksClient,
  hasCode,
  type Tasks,
} from '@atrium/client'

interface Settings {
  identityUrl: string
  tasksUrl: string
  token: string
  clientId: string
  clientSecret: string
}

/** What a program does that has only the package; returns what the test compares. */
export async function run({ identityUrl, tasksUrl, token, ...credentials }: Settings) {
  const identity = createIdentityClient({
    url: identityUrl,
    token: clientCredentials({ identityUrl, ...credentials }),
  })
  const tasks = createTasksClient({ url: `${tasksUrl}/`, token: async () => token, timeout: 60_000 })

  const { items: languages } = await identity.listLanguages({ query: { limit: 1 } })
  const { item: project } = await tasks.createProject({ body: { name: 'Rocket' } })
  const { items: boards } = await tasks.listBoards({ params: { id: project.id } })
  const boardId =
    boards[0]?.id ?? (await tasks.createBoard({ params: { id: project.id }, body: { name: 'Work' } })).item.id

  // From the first change on, so that it doesn't matter when the stream opens.
  const messages = tasks.events({ topics: [`board:${boardId}`], lastEventId: '-0' })
  const updated = firstChange(messages, 'task.updated')

  const created: Tasks.Task[] = []
  for (let number = 1; number <= 5; number += 1) {
    const { item } = await tasks.createTask({ body: { title: `Task ${number}`, boardId } })
    created.push(item)
  }
  const repeated = await Promise.all(
    [1, 2].map(() =>
      tasks.createTask({ body: { title: 'Once', boardId }, idempotencyKey: `once-${project.id}` }),
    ),
  )

  const titles: string[] = []
  const query = { boardId: String(boardId), orderBy: '-id', limit: 2 } as const
  for await (const { title } of tasks.listTasks.all({ query })) titles.push(title)

  const id = created[0]?.id ?? 0
  const { item: changed } = await tasks.updateTask({ params: { id }, body: { title: 'Renamed', version: 1 } })
  const stale = await tasks
    .updateTask({ params: { id }, body: { title: 'Again', version: 1 } })
    .catch(refusal)
  const invalid = await tasks.createTask({ body: { title: '' } }).catch(refusal)
  const missing = await tasks.getTask({ params: { id: 999_999_999 } }).catch(refusal)
  const rejected = await createTasksClient({ url: tasksUrl, token: 'wrong' }).getCurrentUser().catch(refusal)

  const file = new File(['hello'], 'note.txt', { type: 'text/plain' })
  const { item: attachment } = await tasks.createAttachment({ params: { id }, body: { file } })
  const download = await tasks.downloadAttachment({ params: { id: attachment.id } })

  return {
    languages: languages.length,
    repeated: new Set(repeated.map(({ item }) => item.id)).size,
    titles,
    changed: changed.title,
    isStale: hasCode(stale, 'stale_version') && stale.status === 409,
    fields: invalid instanceof ApiError ? Object.keys(invalid.fieldErrors) : [],
    isMissing: hasCode(missing, 'task_not_found'),
    rejected: rejected instanceof ApiError ? rejected.status : undefined,
    patch: (await updated)?.patch.title,
    content: await download.text(),
  }
}

async function firstChange<Type extends Tasks.ActivityType>(
  messages: ReturnType<ReturnType<typeof createTasksClient>['events']>,
  type: Type,
) {
  for await (const message of messages) {
    if (message.event === 'change' && message.data.type === type) return message.data as Tasks.Change<Type>
  }
  return undefined
}

const refusal = (error: unknown) => error
