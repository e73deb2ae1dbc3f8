import { CalendarDate, Id, Instant, Nullable } from '@atrium/core/schema'
import { DisabledReason } from '@atrium/webhooks/webhook.contract'
import { type Static, type TObject, Type } from 'typebox'
import { BoardBackground } from '#boards/board.contract.ts'
import { FieldType, NullableFieldValue } from '#fields/field.contract.ts'
import { ProjectType } from '#projects/project.contract.ts'
import { MemberRole } from '#projects/rights.contract.ts'
import { RecurrenceMode } from '#tasks/recurrence/recurrence.contract.ts'

const Text = Type.String()
const Position = Type.Integer()

const projectFields = {
  name: Type.Optional(Text),
  description: Type.Optional(Nullable(Text)),
  key: Type.Optional(Nullable(Text)),
  color: Type.Optional(Nullable(Text)),
  icon: Type.Optional(Nullable(Text)),
  goal: Type.Optional(Nullable(Text)),
  startDate: Type.Optional(Nullable(CalendarDate)),
  targetDate: Type.Optional(Nullable(CalendarDate)),
  settings: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
}
const ProjectArchival = Type.Object({ archivedAt: Nullable(Instant) })
const Membership = Type.Object({ userId: Id, role: MemberRole })
const Invitation = Type.Object({ invitationId: Id, email: Text, role: MemberRole })

const BoardFields = Type.Object({
  name: Type.Optional(Text),
  description: Type.Optional(Nullable(Text)),
  background: Type.Optional(Nullable(BoardBackground)),
  position: Type.Optional(Position),
})
const ColumnFields = Type.Object({
  columnId: Id,
  title: Type.Optional(Text),
  wipLimit: Type.Optional(Nullable(Type.Integer())),
  isDone: Type.Optional(Type.Boolean()),
  archiveAfterDays: Type.Optional(Nullable(Type.Integer())),
  position: Type.Optional(Position),
})
const ColumnOrder = Type.Object({ columnIds: Type.Array(Id) })

/** With what it was called then: the field or the option may be renamed or deleted later. */
export const RecordedValues = Type.Record(
  Type.String(),
  Type.Object({
    name: Text,
    fieldType: FieldType,
    value: NullableFieldValue,
    label: Type.Optional(Text),
  }),
)

const taskFields = {
  title: Type.Optional(Text),
  description: Type.Optional(Nullable(Text)),
  priorityId: Type.Optional(Id),
  startDate: Type.Optional(Nullable(CalendarDate)),
  dueDate: Type.Optional(Nullable(CalendarDate)),
  estimateSeconds: Type.Optional(Nullable(Type.Integer())),
  cycleId: Type.Optional(Nullable(Id)),
  coverId: Type.Optional(Nullable(Id)),
  archivedAt: Type.Optional(Nullable(Instant)),
  fields: Type.Optional(RecordedValues),
}
const CycleFields = Type.Object({
  cycleId: Id,
  name: Text,
  startDate: Type.Optional(Nullable(CalendarDate)),
  endDate: Type.Optional(Nullable(CalendarDate)),
  goal: Type.Optional(Nullable(Text)),
})
const Milestone = Type.Object({ milestoneId: Id, name: Text, date: CalendarDate })
const taskRecord = {
  columnId: Id,
  boardId: Id,
  position: Nullable(Position),
  completedAt: Nullable(Instant),
}
const taskParent = { parentId: Nullable(Id), parentNumber: Nullable(Id) }
const taskAssignee = {
  assigneeId: Nullable(Id),
  /** Everyone on the task, the responsible person first. Events of earlier releases don't have it. */
  assigneeIds: Type.Optional(Type.Array(Id)),
}
/** Set when the changed task is in the trash. */
const trashed = { deletedAt: Type.Optional(Instant) }

/** How many votes the task has then. */
const Votes = Type.Object({ voteCount: Type.Integer() })
const Reaction = Type.Object({ commentId: Id, emoji: Text })
const StickerFields = Type.Object({ stickerId: Id, name: Text, color: Text, icon: Nullable(Text) })
const TaskSticker = Type.Object({ stickerId: Id, name: Text })
const TemplateFields = Type.Object({ templateId: Id, name: Text, kind: Text })
const ViewFields = Type.Object({ viewId: Id, name: Text, kind: Text })
const Attachment = Type.Object({ attachmentId: Id, name: Text, size: Type.Integer() })
const Relation = Type.Object({
  relationId: Id,
  kind: Text,
  /** The number of the other task, if it is in the same project. */
  number: Type.Optional(Id),
})
/** A commit or a pull request. */
const TaskLink = Type.Object({
  linkId: Id,
  kind: Text,
  reference: Text,
  title: Text,
  url: Text,
  state: Text,
  repository: Text,
})
const ChecklistItem = Type.Object({ itemId: Id, title: Text, isDone: Type.Boolean(), position: Position })

const Field = Type.Object({ fieldId: Id, name: Text, fieldType: FieldType })
const FieldSettings = Type.Object({
  fieldId: Id,
  name: Text,
  isRequired: Type.Optional(Type.Boolean()),
  showsOnCard: Type.Optional(Type.Boolean()),
  defaultValue: Type.Optional(NullableFieldValue),
})
const FieldOrder = Type.Object({ fieldIds: Type.Array(Id) })
/** `name` is that of the field. */
const Option = Type.Object({ fieldId: Id, name: Text, optionId: Id, option: Text })
const OptionFields = Type.Object({ ...Option.properties, color: Text })
const OptionOrder = Type.Object({ fieldId: Id, name: Text, optionIds: Type.Array(Id) })
const Count = Type.Integer()

/** Time of someone else. The note stays out of the activity, which outlives the interval. */
const ChangedTime = Type.Object({
  intervalId: Id,
  userId: Id,
  startedAt: Instant,
  endedAt: Nullable(Instant),
})

/**
 * What each event of a project records. Activity, notifications and streams carry these fields and no others: a field
 * that is not declared here never leaves the service.
 */
export const activityPayloads = {
  'project.created': { after: Type.Object({ name: Text, type: ProjectType }) },
  'project.updated': { before: Type.Object(projectFields), after: Type.Object(projectFields) },
  'project.archived': { before: ProjectArchival, after: ProjectArchival },
  'project.restored': { before: ProjectArchival, after: ProjectArchival },
  'member.added': { after: Membership },
  'member.role_changed': { before: Membership, after: Membership },
  'member.removed': { before: Membership },
  'invitation.created': { after: Invitation },
  'invitation.accepted': { after: Type.Object({ ...Invitation.properties, invitedBy: Nullable(Id) }) },
  'invitation.revoked': { before: Invitation },
  'board.created': {
    after: Type.Object({
      name: Text,
      description: Nullable(Text),
      position: Position,
      columns: Type.Array(Text),
    }),
  },
  'board.updated': { before: BoardFields, after: BoardFields },
  'board.deleted': { before: Type.Object({ name: Text, taskCount: Type.Integer() }) },
  'board.restored': { after: Type.Object({ name: Text, position: Position, taskCount: Type.Integer() }) },
  'column.created': {
    after: Type.Object({
      columnId: Id,
      title: Text,
      wipLimit: Nullable(Type.Integer()),
      isDone: Type.Boolean(),
      archiveAfterDays: Type.Optional(Nullable(Type.Integer())),
      position: Position,
    }),
  },
  'column.updated': { before: ColumnFields, after: ColumnFields },
  'column.reordered': { before: ColumnOrder, after: ColumnOrder },
  'column.renumbered': { after: Type.Object({ columnId: Id }) },
  'column.deleted': { before: Type.Object({ columnId: Id, title: Text }) },
  'field.created': { after: Field },
  'field.updated': { before: FieldSettings, after: FieldSettings },
  'field.type_changed': {
    before: Field,
    after: Type.Object({ ...Field.properties, kept: Count, lost: Count }),
  },
  'field.reordered': { before: FieldOrder, after: FieldOrder },
  'field.deleted': { before: Type.Object({ ...Field.properties, taskCount: Count }) },
  'option.created': { after: Option },
  'option.updated': { before: OptionFields, after: OptionFields },
  'option.reordered': { before: OptionOrder, after: OptionOrder },
  'option.deleted': { before: Type.Object({ ...Option.properties, taskCount: Count }) },
  'cycle.created': { after: CycleFields },
  'cycle.updated': { before: CycleFields, after: CycleFields },
  'cycle.finished': {
    after: Type.Object({
      cycleId: Id,
      name: Text,
      doneCount: Count,
      carriedOverCount: Count,
      carriedOverTo: Nullable(Id),
    }),
  },
  'cycle.deleted': { before: Type.Object({ cycleId: Id, name: Text, taskCount: Count }) },
  'milestone.created': { after: Milestone },
  'milestone.updated': { before: Milestone, after: Milestone },
  'milestone.deleted': { before: Milestone },
  'task.created': {
    after: Type.Object({
      title: Text,
      columnId: Id,
      ...taskAssignee,
      dueDate: Nullable(CalendarDate),
      priorityId: Id,
      number: Id,
      copyOf: Type.Optional(Id),
      repeatOf: Type.Optional(Id),
      parentId: Type.Optional(Id),
    }),
  },
  'task.updated': { before: Type.Object(taskFields), after: Type.Object({ ...taskFields, ...trashed }) },
  'task.moved': { before: Type.Object(taskRecord), after: Type.Object({ ...taskRecord, ...trashed }) },
  'task.moved_out': {
    before: Type.Object({ title: Text, number: Id, columnId: Id }),
    after: Type.Object({ toProjectId: Id }),
  },
  'task.moved_in': {
    after: Type.Object({
      title: Text,
      number: Id,
      columnId: Id,
      ...taskAssignee,
      dueDate: Nullable(CalendarDate),
      priorityId: Id,
      fromProjectId: Id,
      lostFields: Type.Optional(Type.Array(Text)),
    }),
  },
  'tasks.imported': {
    after: Type.Object({ count: Type.Integer(), source: Text }),
  },
  'task.watched': { after: Type.Object({ userId: Id }) },
  'task.unwatched': { after: Type.Object({ userId: Id }) },
  'task.assigned': {
    before: Type.Object(taskAssignee),
    after: Type.Object({ ...taskAssignee, ...trashed }),
  },
  'task.parent_changed': { before: Type.Object(taskParent), after: Type.Object(taskParent) },
  'task.related_changed': {},
  'task.unblocked': { after: Type.Object(taskAssignee) },
  'task.deleted': { before: Type.Object({ title: Text, columnId: Id }) },
  'task.restored': { after: Type.Object({ columnId: Id }) },
  'task.removed': { before: Type.Object({ title: Text, number: Id }) },
  'recurrence.set': {
    before: Type.Object({ mode: Type.Optional(RecurrenceMode), rule: Type.Optional(Text) }),
    after: Type.Object({ recurrenceId: Id, mode: RecurrenceMode, rule: Text }),
  },
  'recurrence.removed': { before: Type.Object({ recurrenceId: Id, mode: RecurrenceMode, rule: Text }) },
  'recurrence.skipped': { after: Type.Object({ date: CalendarDate }) },
  'recurrence.unskipped': { after: Type.Object({ date: CalendarDate }) },
  'comment.created': {
    after: Type.Object({
      commentId: Id,
      replyToId: Type.Optional(Id),
      mentions: Type.Array(Id),
      excerpt: Text,
    }),
  },
  'comment.updated': { after: Type.Object({ commentId: Id, mentions: Type.Array(Id) }) },
  'comment.deleted': {
    before: Type.Object({ commentId: Id, authorId: Id, mentions: Type.Array(Id) }),
  },
  'reaction.added': { after: Reaction },
  'reaction.removed': { before: Reaction },
  'vote.added': { after: Votes },
  'vote.removed': { after: Votes },
  'sticker.created': { after: StickerFields },
  'sticker.updated': { before: StickerFields, after: StickerFields },
  'sticker.deleted': { before: StickerFields },
  'sticker.attached': { after: TaskSticker },
  'sticker.detached': { before: TaskSticker },
  'view.created': { after: ViewFields },
  'view.updated': { before: ViewFields, after: ViewFields },
  'view.deleted': { before: ViewFields },
  'template.created': { after: TemplateFields },
  'template.updated': { before: TemplateFields, after: TemplateFields },
  'template.deleted': { before: TemplateFields },
  'attachment.created': { after: Attachment },
  'attachment.deleted': { before: Attachment },
  'checklist.created': { after: ChecklistItem },
  'checklist.updated': {
    before: ChecklistItem,
    after: Type.Object({
      ...ChecklistItem.properties,
      /** Set when this was the last open item. */
      isChecklistDone: Type.Optional(Type.Boolean()),
    }),
  },
  'checklist.deleted': { before: ChecklistItem },
  'relation.added': { after: Relation },
  'relation.removed': { before: Relation },
  'link.added': { after: TaskLink },
  'link.updated': { before: TaskLink, after: TaskLink },
  'time.started': { after: Type.Object({ intervalId: Id, userId: Id, startedAt: Instant }) },
  'time.updated': {
    before: ChangedTime,
    after: Type.Object({ ...ChangedTime.properties, isNoteChanged: Type.Boolean() }),
  },
  'time.deleted': { before: ChangedTime },
  'webhook.disabled': { after: Type.Object({ webhookId: Id, host: Text, reason: DisabledReason }) },
  'automation.paused': { after: Type.Object({ automationId: Id, name: Text, reason: Text }) },
  'automation.notified': { after: Type.Object({ automationId: Id, name: Text, text: Text }) },
  'time.stopped': { after: Type.Object({ intervalId: Id, userId: Id, seconds: Type.Integer() }) },
} satisfies Record<string, { before?: TObject; after?: TObject }>

/** The invited address is visible only to users who can read invitations. */
const PublicInvitation = Type.Object({ invitationId: Id, role: MemberRole })

/** What others have tracked is visible only to users who can read all time. */
const PublicTime = Type.Object({ intervalId: Id, userId: Id })

/** The fields that every member of the project can read. */
export const memberPayloads = {
  ...activityPayloads,
  'invitation.created': { after: PublicInvitation },
  'invitation.accepted': {
    after: Type.Object({ ...PublicInvitation.properties, invitedBy: Nullable(Id) }),
  },
  'invitation.revoked': { before: PublicInvitation },
  'time.updated': { before: PublicTime, after: PublicTime },
  'time.deleted': { before: PublicTime },
}

export type ActivityType = keyof typeof activityPayloads

/** Has `before` and `after` where the type declares them. */
export type ActivityPayload<Type extends ActivityType> = {
  [Side in keyof (typeof activityPayloads)[Type]]: Fields<(typeof activityPayloads)[Type][Side]>
}

/** The payload that a project member reads: both sides, empty where nothing is declared. */
export type MemberPayload<Type extends ActivityType> = BothSides<(typeof memberPayloads)[Type]>

/** Other fields depend on the reader's rights. */
export interface ReadPayload<Type extends ActivityType> {
  before: MemberPayload<Type>['before'] & Partial<BothSides<(typeof activityPayloads)[Type]>['before']>
  after: MemberPayload<Type>['after'] & Partial<BothSides<(typeof activityPayloads)[Type]>['after']>
}

interface BothSides<Declared> {
  before: Declared extends { before: infer Schema } ? Fields<Schema> : NoFields
  after: Declared extends { after: infer Schema } ? Fields<Schema> : NoFields
}

type Fields<Schema> = Schema extends TObject ? Static<Schema> : never
type NoFields = Record<never, never>
