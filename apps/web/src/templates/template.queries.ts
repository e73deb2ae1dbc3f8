import type { NewProject } from '@atrium/tasks/projects/project.contract'
import type { BuiltInKey, Template, TemplateChanges } from '@atrium/tasks/templates/content/template.contract'
import * as contracts from '@atrium/tasks/templates/content/template.contract'
import {
  createBoardFromTemplate,
  createProjectFromTemplate,
  createTaskFromTemplate,
  type TaskFromTemplate,
} from '@atrium/tasks/templates/use.contract'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, itemsQuery } from '../api.ts'

const everything = 1000

/** Lists the templates of tasks and boards in a project; without one, those of projects. */
export function templatesQuery(projectId?: number) {
  return itemsQuery(
    projectId ? ['project', projectId, 'templates'] : ['templates'],
    contracts.listTemplates,
    { query: { projectId, limit: everything } },
  )
}

export function builtInTemplatesQuery(kind: 'board' | 'project', language: string) {
  return {
    ...itemsQuery(['templates', 'built-in', kind, language], contracts.listBuiltInTemplates, {
      query: { kind },
    }),
    staleTime: Number.POSITIVE_INFINITY,
  }
}

/** What a project or a board is created from. */
export interface ChosenTemplate {
  source: { templateId: number } | { builtIn: BuiltInKey }
  withTasks: boolean
}

export function createProjectFrom(
  { source, withTasks }: ChosenTemplate,
  project: Omit<NewProject, 'type' | 'settings' | 'goal' | 'startDate' | 'targetDate'>,
) {
  return api(createProjectFromTemplate, { body: { ...project, ...source, withTasks } })
}

export function createBoardFrom(
  { source, withTasks }: ChosenTemplate,
  projectId: number,
  { name, description }: { name: string; description?: string | null | undefined },
) {
  return api(createBoardFromTemplate, {
    params: { id: projectId },
    body: { name, ...(description && { description }), ...source, withTasks },
  })
}

export function useTaskFromTemplate(projectId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: TaskFromTemplate) => api(createTaskFromTemplate, { body }),
    ...conflictsAreExplained,
    onSuccess: ({ item }) => {
      void queryClient.invalidateQueries({ queryKey: ['board', item.boardId] })
      void queryClient.invalidateQueries({ queryKey: ['tasks'] })
      return queryClient.invalidateQueries({ queryKey: ['project', projectId] })
    },
  })
}

/** What a template is saved from. */
export interface Original {
  kind: Template['kind']
  id: number
  projectId: number
  name: string
}

interface TemplateToSave {
  name: string
  description: string | null
  isShared: boolean
  /** Tasks of a board or project, sub-tasks of a task. */
  withTasks: boolean
}

export function useSaveAsTemplate({ kind, id, projectId }: Original) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ isShared, withTasks, ...named }: TemplateToSave) => {
      const params = { id }
      if (kind === 'task') {
        return api(contracts.saveTaskAsTemplate, { params, body: { ...named, withSubtasks: withTasks } })
      }
      if (kind === 'board')
        return api(contracts.saveBoardAsTemplate, { params, body: { ...named, withTasks } })
      return api(contracts.saveProjectAsTemplate, { params, body: { ...named, isShared, withTasks } })
    },
    onSuccess: () =>
      queryClient.invalidateQueries(templatesQuery(kind === 'project' ? undefined : projectId)),
  })
}

export function useChangeTemplate(projectId: number | undefined) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: TemplateChanges & { id: number }) =>
      api(contracts.updateTemplate, { params: { id }, body }),
    onSuccess: () => queryClient.invalidateQueries(templatesQuery(projectId)),
  })
}

export function useDeleteTemplate(projectId: number | undefined) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api(contracts.deleteTemplate, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries(templatesQuery(projectId)),
  })
}
