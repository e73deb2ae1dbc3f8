import type { Page } from '@playwright/test'
import { tasksUrl } from './atrium.ts'
import { ask } from './boards.ts'

interface Item {
  item: { id: number }
}

const run = 'window.__ran=1'

/** Short enough for every field; what it wants to run would be seen. */
export const hostileName = `<img src=x onerror=${run}>${'W'.repeat(12)}\u202E\u200B`
export const hostileTitle = `<svg onload=${run}><script>${run}</script>${'W'.repeat(200)}\u202Eeltit\u200B`
export const hostileText = [
  `<img src=x onerror="${run}">`,
  `<script>${run}</script>`,
  `<svg/onload=${run}><iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `[press me](javascript:${run}) [or me](data:text/html,<script>${run}</script>) [me](java\u200Bscript:${run})`,
  '![seen](https://elsewhere.example/pixel.png) <https://elsewhere.example>',
  `| ${'a | '.repeat(40)}\n| ${'- | '.repeat(40)}`,
  `\`\`\`\n${'code '.repeat(200)}\n\`\`\``,
  `${'W'.repeat(400)} \u202Etxet\u200B\u200D\u2066`,
].join('\n\n')
export const hostileTable = `Task,Status,=cmd|' /C calc'!A0\n"${hostileName}","${hostileName}","${hostileName}"\n`

const notText = /^This isn’t a text file/
const notTrello = /isn’t a Trello board/
const damaged = /incomplete or damaged/

/** Files that are not what their names say. */
export const hostileFiles = [
  { name: 'picture.csv', content: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), says: notText },
  { name: 'book.csv', content: Buffer.from('PK\u0003\u0004\u0014\0\0\0xl/workbook.xml'), says: notText },
  { name: 'letters.csv', content: Buffer.from([0xcd, 0xe0, 0xe7, 0x2c, 0x0a, 0xcd, 0xe0]), says: /UTF-8/ },
  { name: 'nothing.csv', content: Buffer.from(' \n'), says: /This file is empty/ },
  { name: 'half.json', content: Buffer.from('{"lists":[{"id":'), says: damaged },
  { name: 'other.json', content: Buffer.from('{"lists":{},"cards":7}'), says: notTrello },
  { name: 'deep.json', content: Buffer.from('['.repeat(50_000)), says: damaged },
  { name: 'nested.json', content: Buffer.from('['.repeat(5000) + ']'.repeat(5000)), says: notTrello },
]

/** Two cards that can be read, among some that cannot. */
export const hostileTrello = {
  name: { toString: 1 },
  lists: [{ id: 'l', name: `Two\nlines ${hostileName}`, pos: 'first' }, null, 7],
  labels: [{ id: 's', name: `Two\u2028${hostileName}`, color: 'constructor' }, 'label'],
  members: 'nobody',
  checklists: [
    { idCard: 'c', name: hostileName, checkItems: [{ name: `\u0000Two\u0085${hostileName}` }, {}, null] },
  ],
  cards: [
    {
      id: 'c',
      name: hostileTitle,
      desc: hostileText,
      idList: 'l',
      due: '+275760-09-13T00:00:00Z',
      idLabels: ['s', 1],
    },
    { id: 'd', name: `=cmd|' /C calc'!A0\u0000${'W'.repeat(600)}`, idList: 'l', pos: 1e308 },
    { id: 'e', name: { text: 'no' }, idList: 'l' },
    { id: 'f', name: 'No such list', idList: 'm' },
    [[[]]],
  ],
  actions: [
    { type: 'commentCard', date: 5, data: { text: hostileText, card: { id: 'c' } }, memberCreator: 'nobody' },
    { type: 'commentCard', data: null },
  ],
}

/** A project in which everything that has a name has a hostile one; somebody else assigns its task. */
export async function makeHostileProject(page: Page, colleague: Page) {
  const make = async (path: string, data: object) => {
    const { item } = await ask<Item>(page, 'POST', path, data)
    if (!item) throw new Error(`${path} was refused`)
    return item.id
  }
  const idOf = async (someone: Page) => (await ask<Item>(someone, 'GET', '/users/me')).item.id
  const projectId = await make('/project', { name: hostileName, description: hostileText })
  const boardId = await make(`/project/${projectId}/board`, { name: hostileName })
  const columnId = await make(`/board/${boardId}/column`, { title: hostileName })
  const stickerId = await make('/sticker', { name: hostileName, color: '#ff0000', projectId })
  const taskId = await make('/task', { title: hostileTitle, description: hostileText, columnId })
  await ask(page, 'POST', `/task/${taskId}/sticker`, { stickerId })
  await make(`/task/${taskId}/comment`, { text: hostileText })
  await make(`/task/${taskId}/checklist`, { title: hostileName })
  const file = { name: `${hostileName}.html`, mimeType: 'text/html', buffer: Buffer.from(hostileText) }
  await page.request.post(`${tasksUrl}/task/${taskId}/attachment`, {
    multipart: { file },
    headers: { origin: tasksUrl },
  })
  await ask(page, 'POST', `/project/${projectId}/member`, { userId: await idOf(colleague), role: 'member' })
  await ask(colleague, 'POST', `/task/${taskId}/assign`, { assigneeId: await idOf(page) })
  return { projectId, boardId, taskId }
}
