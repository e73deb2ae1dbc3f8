import type { Page } from '@playwright/test'
import { tasksUrl } from './atrium.ts'
import { callApi } from './boards.ts'

interface Item {
  item: { id: number }
}

const run = 'window.__ran=1'

/** Short enough for every field, with a script whose execution would be noticed. */
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

/** Files whose content does not match their name. */
export const hostileFiles = [
  { name: 'picture.csv', content: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), message: notText },
  { name: 'book.csv', content: Buffer.from('PK\u0003\u0004\u0014\0\0\0xl/workbook.xml'), message: notText },
  {
    name: 'windows-1251.csv',
    content: Buffer.from([0xcd, 0xe0, 0xe7, 0x2c, 0x0a, 0xcd, 0xe0]),
    message: /UTF-8/,
  },
  { name: 'nothing.csv', content: Buffer.from(' \n'), message: /This file is empty/ },
  { name: 'half.json', content: Buffer.from('{"lists":[{"id":'), message: damaged },
  { name: 'other.json', content: Buffer.from('{"lists":{},"cards":7}'), message: notTrello },
  { name: 'deep.json', content: Buffer.from('['.repeat(50_000)), message: damaged },
  { name: 'nested.json', content: Buffer.from('['.repeat(5000) + ']'.repeat(5000)), message: notTrello },
]

/** Two valid cards among invalid ones. */
export const hostileTrello = {
  name: { toString: 1 },
  lists: [{ id: 'l', name: `Two\nlines ${hostileName}`, pos: 'first' }, null, 7],
  labels: [{ id: 's', name: `Two\u2028${hostileName}`, color: 'constructor' }, 'label'],
  members: 'invalid',
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
    {
      type: 'commentCard',
      date: 5,
      data: { text: hostileText, card: { id: 'c' } },
      memberCreator: 'invalid',
    },
    { type: 'commentCard', data: null },
  ],
}

/** A project with hostile names everywhere, whose task is assigned by a colleague. */
export async function createHostileProject(page: Page, colleague: Page) {
  const create = async (path: string, data: object) => {
    const { item } = await callApi<Item>(page, 'POST', path, data)
    if (!item) throw new Error(`${path} was refused`)
    return item.id
  }
  const idOf = async (userPage: Page) => (await callApi<Item>(userPage, 'GET', '/users/me')).item.id
  const projectId = await create('/project', { name: hostileName, description: hostileText })
  const boardId = await create(`/project/${projectId}/board`, { name: hostileName })
  const columnId = await create(`/board/${boardId}/column`, { title: hostileName })
  const stickerId = await create('/sticker', { name: hostileName, color: '#ff0000', projectId })
  const taskId = await create('/task', { title: hostileTitle, description: hostileText, columnId })
  await callApi(page, 'POST', `/task/${taskId}/sticker`, { stickerId })
  await create(`/task/${taskId}/comment`, { text: hostileText })
  await create(`/task/${taskId}/checklist`, { title: hostileName })
  const file = { name: `${hostileName}.html`, mimeType: 'text/html', buffer: Buffer.from(hostileText) }
  await page.request.post(`${tasksUrl}/task/${taskId}/attachment`, {
    multipart: { file },
    headers: { origin: tasksUrl },
  })
  await callApi(page, 'POST', `/project/${projectId}/member`, {
    userId: await idOf(colleague),
    role: 'member',
  })
  await callApi(colleague, 'POST', `/task/${taskId}/assign`, { assigneeId: await idOf(page) })
  return { projectId, boardId, taskId }
}
