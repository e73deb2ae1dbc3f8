import { createTasksClient, hasCode } from '@atrium/client'

const tasks = createTasksClient({
  url: process.env.TASKS_URL,
  token: process.env.TOKEN,
})

const { item } = await tasks.createTask({ body: { title: 'Send invitations' } })
console.log(`Created task ${item.number}: ${item.title}`)

// Every page of the list, one request at a time.
const query = { creatorId: 'me', orderBy: '-id' }
for await (const task of tasks.listTasks.all({ query })) {
  console.log(task.completedAt ? 'done' : 'to do', task.title)
}

// Change it only if nobody else has changed it since.
const params = { id: item.id }
await tasks.updateTask({
  params,
  body: { title: 'Send all invitations', version: item.version },
})
try {
  await tasks.updateTask({
    params,
    body: { title: 'Send them today', version: item.version },
  })
} catch (error) {
  if (!hasCode(error, 'stale_version')) throw error
  console.log(`Changed meanwhile: ${error.details.fields.join(', ')}`)
}
