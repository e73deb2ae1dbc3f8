import { createIdentityClient, createTasksClient, hasCode } from '@atrium/client'

const tasks = createTasksClient({ url: 'https://tasks.example.org', token: 'secret' })
const identity = createIdentityClient({ url: 'https://id.example.org', token: async () => 'secret' })

createTasksClient({ token: 'secret' }) // wrong
createTasksClient({ url: 'https://tasks.example.org', token: 5 }) // wrong

await tasks.createTask({ body: { title: 'A' }, signal: AbortSignal.timeout(1000) })
await tasks.createTask() // wrong
await tasks.createTask({ body: {} }) // wrong
await tasks.createTask({ body: { title: 5 } }) // wrong
await tasks.createTask({ body: { title: 'A', nmae: 'B' } }) // wrong
await tasks.getTask({ params: { id: 'one' } }) // wrong
await tasks.getTaks({ params: { id: 1 } }) // wrong
await tasks.listTasks({ query: { deleted: 'maybe' } }) // wrong
await tasks.addMember({ params: { id: 1 }, body: { userId: 2, role: 'king' } }) // wrong

const { item } = await tasks.getTask({ params: { id: 1 } })
item.title.trim()
item.dueDate.trim() // wrong
item.name // wrong

for await (const task of tasks.listTasks.all()) task.stickers.map(({ color }) => color)
for await (const task of tasks.listTasks.all()) task.columns // wrong
for await (const board of tasks.listBoards.all()) board.name // wrong
tasks.getTask.all() // wrong

for await (const message of tasks.events({ topics: ['board:7'] })) {
  if (message.event === 'change' && message.data.type === 'task.moved') message.data.patch.columnId.toFixed()
  if (message.event === 'change' && message.data.type === 'task.moved') message.data.patch.title // wrong
  if (message.event === 'chagne') break // wrong
}
tasks.events({ topics: ['column:7'] }) // wrong

await identity.uploadFile({ body: { file: new Blob([]) } })
await identity.uploadFile({ body: { file: 'photo.png' } }) // wrong

hasCode(new Error(), 'wip_limit_reached')
hasCode(new Error(), 'wip_limit') // wrong
