import { clientCredentials, createTasksClient } from '@atrium/client'

const { IDENTITY_URL, TASKS_URL, CLIENT_ID, CLIENT_SECRET, BOARD_ID } = process.env
const tasks = createTasksClient({
  url: TASKS_URL,
  // Requests a token when one is needed, and a new one before it expires.
  token: clientCredentials({
    identityUrl: IDENTITY_URL,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    resource: TASKS_URL,
  }),
})

// However often a build is reported, there is one task for it.
const build = process.argv[2]
const { item } = await tasks.createTask({
  body: { title: `Fix build ${build}`, boardId: Number(BOARD_ID) },
  idempotencyKey: `build-${build}`,
})
console.log(`Build ${build} is task ${item.number}`)
