import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const { TASKS_URL, TOKEN } = process.env

const client = new Client({ name: 'my-agent', version: '1.0.0' })
const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } }
await client.connect(
  new StreamableHTTPClientTransport(new URL(`${TASKS_URL}/mcp`), { requestInit }),
)

const found = await client.callTool({
  name: 'find_tasks',
  arguments: { filter: 'assignee = me and due < today+7' },
})
for (const task of found.structuredContent.tasks) {
  console.log(task.key, task.title, task.url)
}
await client.close()
