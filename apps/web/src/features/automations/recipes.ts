import type { Rule } from './automation.queries.ts'

/** Rules to start from; what they name, such as a column, is chosen in the form. */
export const recipes = {
  done: {
    trigger: { type: 'entered_column' },
    condition: '',
    actions: [{ type: 'comment', text: '' }],
  },
  overdue: {
    trigger: { type: 'due_reached', at: '09:00' },
    condition: 'assignee != none',
    actions: [{ type: 'comment', text: '' }],
  },
  triage: {
    trigger: { type: 'created' },
    condition: 'assignee = none',
    actions: [
      { type: 'assign', assigneeIds: [] },
      { type: 'set_fields', change: { dueDate: 'today+3' } },
    ],
  },
  checklist: { trigger: { type: 'checklist_done' }, condition: '', actions: [{ type: 'move' }] },
  merged: {
    trigger: { type: 'git_event', state: 'merged' },
    condition: 'completed = none',
    actions: [{ type: 'move' }],
  },
  weekly: {
    trigger: { type: 'schedule', at: 'mon 09:00' },
    condition: '',
    actions: [{ type: 'create_from_template' }],
  },
} satisfies Record<string, Pick<Rule, 'trigger' | 'condition' | 'actions'>>

export type RecipeName = keyof typeof recipes
