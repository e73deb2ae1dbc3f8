import { commentTool, createTaskTool, logTimeTool, moveTaskTool, updateTasksTool } from './changing.tools.ts'
import { getBoardTool, listProjectsTool } from './projects.tools.ts'
import { findTasksTool, getTaskTool } from './reading.tools.ts'
import { getReportTool } from './report.tools.ts'
import type { Tool } from './tool.ts'
import { undoTool } from './undo.tools.ts'

/** Their order is part of what clients cache. */
export const tools: readonly Tool[] = [
  listProjectsTool,
  getBoardTool,
  findTasksTool,
  getTaskTool,
  createTaskTool,
  updateTasksTool,
  moveTaskTool,
  commentTool,
  logTimeTool,
  undoTool,
  getReportTool,
]

export function findTool(name: unknown) {
  return tools.find(tool => tool.name === name)
}

/** A tool as clients see it. */
export function describeTool({ name, title, description, input, output, ...tool }: Tool) {
  const { isReadOnly, isDestructive, isIdempotent } = tool
  return {
    name,
    title,
    description,
    inputSchema: published(input),
    outputSchema: published(output),
    annotations: {
      title,
      readOnlyHint: isReadOnly,
      destructiveHint: isDestructive,
      idempotentHint: isIdempotent,
      openWorldHint: false,
    },
  }
}

/** Keywords that only our own validation knows. */
const ownKeywords = new Set(['errorCode', 'trim', 'splitByComma'])

function published(schema: object): object {
  return JSON.parse(JSON.stringify(schema, (key, value) => (ownKeywords.has(key) ? undefined : value)))
}
