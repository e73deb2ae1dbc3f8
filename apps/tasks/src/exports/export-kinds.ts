import { type RawBuilder, sql } from 'kysely'
import { customValues, defaultValue } from './custom-values.ts'
import type { ExportField } from './export-field.ts'
import * as is from './field-kinds.ts'
import { templateContent } from './template-contents.ts'
import { optionalFieldName, viewColumns } from './view-filters.ts'

/** A file of an export: one line for each record of a table that belongs to the project. */
export interface ExportKind {
  /** The name of its file. */
  name: string
  table: string
  /** The column that says which project a record belongs to. */
  project: string
  /** Whether its records have ids, which become numbers. */
  isNumbered: boolean
  /** Which records belong to the project, and are exported; by default all that name it. */
  where: (projectId: number) => RawBuilder<unknown>
  /** An order that is the same in every installation: the ids of numbered records give one, those of people do not. */
  orderBy: RawBuilder<unknown>
  /** Fields by their columns in camel case. */
  fields: Record<string, ExportField>
  /** Columns that are computed, or mean nothing elsewhere; why is in docs/moving-out.md. */
  leftOut: string[]
}

const byId = sql`id`
/** The own ones, and those that other projects use as well: these have other ids elsewhere. */
const byStickerName = sql`project_id is null, case when project_id is null then lower(name) collate "C" end, id`
const bySticker = sql`(select concat(project_id is null, ' ', lower(name)) collate "C" from stickers where stickers.id = sticker_id)`
/** In the order of the addresses of people. */
const byPerson = sql`(select lower(email) collate "C" from users where users.id = user_id)`
const created = { createdAt: is.instant }
const dated = { createdAt: is.instant, updatedAt: is.instant }

function kind(
  name: string,
  table: string,
  { leftOut = [], ...given }: Partial<ExportKind> & Pick<ExportKind, 'fields'> = {
    fields: {},
  },
): ExportKind {
  const project = given.project ?? 'project_id'
  const isNumbered = given.isNumbered ?? true
  return {
    name,
    table,
    orderBy: byId,
    where: projectId => sql`${sql.ref(project)} = ${sql.lit(projectId)}`,
    ...given,
    project,
    isNumbered,
    leftOut: [...(isNumbered ? ['id'] : []), project, ...leftOut],
  }
}

/** The records of a project, in an order in which each refers to earlier ones, but for parents of tasks and series. */
export const exportKinds: ExportKind[] = [
  kind('project', 'projects', {
    project: 'id',
    fields: {
      name: is.text,
      type: is.text,
      settings: is.anyObject,
      description: is.optionalText,
      key: is.optionalText,
      color: is.optionalText,
      icon: is.optionalText,
      goal: is.optionalText,
      startDate: is.optionalDay,
      targetDate: is.optionalDay,
      ownerId: is.refersTo('people'),
      lastTaskNumber: is.integer,
      archivedAt: is.optionalInstant,
      ...dated,
    },
    leftOut: ['held_at', 'held_by', 'hold_reason', 'files_limit_mb', 'has_intake'],
  }),
  kind('members', 'project_members', {
    isNumbered: false,
    orderBy: byPerson,
    fields: { userId: is.refersTo('people'), role: is.role, joinedAt: is.instant },
    leftOut: ['invited_email', 'own_role', 'team_role'],
  }),
  kind('boards', 'boards', {
    fields: {
      name: is.text,
      description: is.optionalText,
      background: is.optionalBackground,
      position: is.optionalInteger,
      deletedAt: is.optionalInstant,
      ...dated,
    },
  }),
  kind('columns', 'board_columns', {
    project: 'board_project_id',
    fields: {
      boardId: is.refersTo('boards'),
      title: is.text,
      position: is.optionalInteger,
      wipLimit: is.optionalInteger,
      isDone: is.yesOrNo,
      archiveAfterDays: is.optionalInteger,
      deletedAt: is.optionalInstant,
      ...dated,
    },
  }),
  kind('pastColumns', 'past_columns', { fields: { title: is.text } }),
  kind('fields', 'custom_fields', {
    fields: {
      name: is.text,
      type: is.text,
      position: is.integer,
      isRequired: is.yesOrNo,
      showsOnCard: is.yesOrNo,
      defaultValue,
      ...dated,
    },
  }),
  kind('options', 'custom_field_options', {
    fields: {
      fieldId: is.refersTo('fields'),
      name: is.text,
      color: is.text,
      position: is.integer,
    },
  }),
  kind('cycles', 'cycles', {
    fields: {
      name: is.text,
      startDate: is.optionalDay,
      endDate: is.optionalDay,
      goal: is.optionalText,
      finishedAt: is.optionalInstant,
      carriedOverCount: is.integer,
      carriedOverSeconds: is.integer,
      ...dated,
    },
  }),
  kind('milestones', 'milestones', { fields: { name: is.text, date: is.day, ...dated } }),
  kind('tasks', 'tasks', {
    fields: {
      number: is.integer,
      title: is.text,
      description: is.optionalTextWithMentions,
      boardId: is.refersTo('boards'),
      columnId: is.refersTo('columns'),
      position: is.optionalInteger,
      priority: is.priority,
      assigneeId: is.canReferTo('people'),
      otherAssigneeIds: is.listOf('people'),
      creatorId: is.refersTo('people'),
      parentId: is.canReferTo('tasks'),
      cycleId: is.canReferTo('cycles'),
      coverId: is.canReferTo('attachments'),
      recurrenceId: is.canReferTo('recurrences'),
      occurrenceDate: is.optionalDay,
      startDate: is.optionalDay,
      dueDate: is.optionalDay,
      estimateSeconds: is.optionalInteger,
      fieldValues: customValues,
      completedAt: is.optionalInstant,
      archivedAt: is.optionalInstant,
      deletedAt: is.optionalInstant,
      deletedBy: is.canReferTo('people'),
      ...dated,
    },
    leftOut: [
      'version',
      'field_versions',
      'comment_count',
      'vote_count',
      'attachment_count',
      'checklist_total',
      'checklist_done',
      'tracked_seconds',
      'link_count',
      'pull_request_state',
    ],
  }),
  kind('recurrences', 'task_recurrences', {
    fields: {
      taskId: is.refersTo('tasks'),
      mode: is.text,
      rule: is.text,
      startDate: is.day,
      fromDate: is.optionalDay,
      skippedDates: is.days,
      afterMonths: is.integer,
      afterDays: is.integer,
      untilDate: is.optionalDay,
      remaining: is.optionalInteger,
      timeZone: is.text,
      leadDays: is.integer,
      columnId: is.canReferTo('columns'),
      nextDate: is.optionalDay,
      createdBy: is.canReferTo('people'),
      ...dated,
    },
    leftOut: ['next_at'],
  }),
  kind('stages', 'task_stages', {
    isNumbered: false,
    orderBy: sql`(not exists (select from tasks where tasks.id = task_id
      and tasks.project_id = task_stages.project_id)), task_id, entered_at, left_at`,
    fields: {
      taskId: is.pastOr('tasks', 'pastTasks'),
      boardId: is.refersTo('boards'),
      columnId: is.pastOr('columns', 'pastColumns'),
      cycleId: is.canReferTo('cycles'),
      estimateSeconds: is.optionalInteger,
      createdAt: is.instant,
      startedAt: is.optionalInstant,
      completedAt: is.optionalInstant,
      enteredAt: is.instant,
      leftAt: is.instantOrNever,
    },
  }),
  kind('stickers', 'stickers', {
    orderBy: byStickerName,
    where: projectId => sql`(project_id = ${sql.lit(projectId)} or project_id is null
      and id in (select sticker_id from task_stickers where project_id = ${sql.lit(projectId)}))`,
    fields: { isShared: is.withoutProject, name: is.text, color: is.text, icon: is.optionalText, ...dated },
  }),
  kind('taskStickers', 'task_stickers', {
    isNumbered: false,
    orderBy: sql`task_id, ${bySticker}`,
    fields: {
      taskId: is.refersTo('tasks'),
      stickerId: is.refersTo('stickers'),
      attachedBy: is.canReferTo('people'),
      attachedAt: is.instant,
    },
  }),
  kind('relations', 'task_relations', {
    where: projectId => sql`project_id = ${sql.lit(projectId)} and from_project_id = ${sql.lit(projectId)}`,
    fields: {
      type: is.text,
      fromTaskId: is.refersTo('tasks'),
      toTaskId: is.refersTo('tasks'),
      createdBy: is.canReferTo('people'),
      ...created,
    },
    leftOut: ['from_project_id'],
  }),
  kind('checklistItems', 'checklist_items', {
    fields: {
      taskId: is.refersTo('tasks'),
      title: is.text,
      isDone: is.yesOrNo,
      position: is.integer,
      ...dated,
    },
  }),
  kind('comments', 'comments', {
    fields: {
      taskId: is.refersTo('tasks'),
      replyToId: is.canReferTo('comments'),
      authorId: is.refersTo('people'),
      text: is.textWithMentions,
      mentions: is.listOf('people'),
      editedAt: is.optionalInstant,
      ...dated,
    },
  }),
  kind('reactions', 'comment_reactions', {
    isNumbered: false,
    orderBy: sql`comment_id, emoji collate "C", ${byPerson}`,
    fields: {
      commentId: is.refersTo('comments'),
      userId: is.refersTo('people'),
      emoji: is.text,
      ...created,
    },
  }),
  kind('attachments', 'attachments', {
    fields: {
      taskId: is.refersTo('tasks'),
      uploaderId: is.refersTo('people'),
      name: is.text,
      type: is.text,
      size: is.integer,
      sha256: is.sha256,
      ...created,
    },
    leftOut: ['key'],
  }),
  kind('links', 'task_links', {
    fields: {
      taskId: is.refersTo('tasks'),
      kind: is.text,
      reference: is.text,
      title: is.text,
      url: is.text,
      state: is.text,
      branch: is.optionalText,
      ...dated,
    },
    leftOut: ['repository_id'],
  }),
  kind('time', 'time_intervals', {
    project: 'task_project_id',
    where: projectId => sql`task_project_id = ${sql.lit(projectId)} and ended_at is not null`,
    fields: {
      taskId: is.refersTo('tasks'),
      userId: is.refersTo('people'),
      startedAt: is.instant,
      endedAt: is.instant,
      source: is.text,
      note: is.optionalText,
      isCapped: is.yesOrNo,
      ...dated,
    },
    leftOut: ['duration'],
  }),
  kind('watchers', 'task_watchers', {
    isNumbered: false,
    orderBy: sql`task_id, ${byPerson}`,
    fields: {
      taskId: is.refersTo('tasks'),
      userId: is.refersTo('people'),
      isWatching: is.yesOrNo,
      updatedAt: is.instant,
    },
  }),
  kind('votes', 'task_votes', {
    isNumbered: false,
    orderBy: sql`task_id, ${byPerson}`,
    fields: { taskId: is.refersTo('tasks'), userId: is.refersTo('people'), ...created },
  }),
  kind('views', 'saved_views', {
    where: projectId => sql`project_id = ${sql.lit(projectId)} and is_shared`,
    fields: {
      ownerId: is.refersTo('people'),
      name: is.text,
      kind: is.text,
      filter: is.filter,
      orderBy: optionalFieldName,
      groupBy: optionalFieldName,
      scale: is.optionalText,
      columns: viewColumns,
      ...dated,
    },
    leftOut: ['is_shared'],
  }),
  kind('templates', 'templates', {
    fields: {
      ownerId: is.refersTo('people'),
      kind: is.text,
      name: is.text,
      description: is.optionalText,
      content: templateContent,
      preview: is.anyObject,
      ...dated,
    },
    leftOut: ['is_shared'],
  }),
  kind('forms', 'intake_forms', {
    fields: {
      columnId: is.refersTo('columns'),
      name: is.text,
      introduction: is.optionalText,
      description: is.fieldUse,
      email: is.fieldUse,
      fields: is.askedFields,
      dailyLimit: is.dailyLimit,
      isEnabled: is.yesOrNo,
      createdBy: is.canReferTo('people'),
      ...dated,
    },
    leftOut: ['token', 'recent_count', 'recent_since', 'day_count', 'day_since', 'sent_at'],
  }),
  kind('webhooks', 'webhooks', {
    fields: {
      url: is.text,
      types: is.texts,
      format: is.text,
      language: is.text,
      createdBy: is.canReferTo('people'),
      ...dated,
    },
    leftOut: [
      'is_enabled',
      'disabled_reason',
      'secret',
      'previous_secret',
      'previous_secret_until',
      'failures',
      'paused_until',
      'lease',
      'leased_until',
      'served_at',
    ],
  }),
  kind('activity', 'activity', {
    isNumbered: false,
    where: projectId => sql`project_id = ${sql.lit(projectId)} and type <> 'task.related_changed'`,
    fields: {
      type: is.text,
      actorId: is.canReferTo('people'),
      application: is.optionalText,
      boardId: is.canReferTo('boards'),
      taskId: is.canReferTo('tasks'),
      before: is.payload,
      after: is.payload,
      ...created,
    },
    leftOut: ['id', 'task_version', 'automation_run_id', 'agent_id', 'cause', 'undo', 'xid', 'settled_below'],
  }),
]

/** Tables whose records belong to projects and are no part of an export, with the reason. */
export const notExported: Record<string, string> = {
  automations:
    'rules act with the rights of the person who saves them; they are in the export of an installation',
  automation_runs: 'what rules have done, for 30 days',
  board_changes: 'tells caches what has changed',
  project_changes: 'tells caches what has changed',
  bulk_changes: 'lets a user undo a change for a while',
  git_deliveries: 'tells repeated deliveries',
  repositories: 'an address and a secret of this installation; links of tasks are exported',
  webhook_deliveries: 'what has been sent from here',
  imported_columns: 'where an import of this installation can continue',
  imported_comments: 'where an import of this installation can continue',
  imported_links: 'where an import of this installation can continue',
  imported_tasks: 'where an import of this installation can continue',
  imports: 'where an import of this installation can continue',
  import_job_files: 'what an import has yet to fetch',
  import_job_notes: 'what the report of an import says about its items',
  import_job_tasks: 'what an import can take back for a day',
  invitations: 'links that only this installation can open',
  share_links: 'links that only this installation can open',
  planned_tasks: 'the own plan of a user',
  project_groups: 'groups of this installation; people have their roles',
  starred_boards: 'stars of a user',
  task_field_values: 'what filters look at, from the values of tasks',
  task_texts: 'what searches look at, from the texts of tasks',
}
