import { sql } from 'kysely'
import type { NotificationType } from './notification.contract.ts'

/** What is meant for somebody who is not in the project, or no longer. */
export const typesForOutsiders: NotificationType[] = ['project.member_removed', 'invitation.created']

/** Whoever has left a project no longer reads what was told about it. */
export const isVisible = sql<boolean>`(notifications.type = any(${typesForOutsiders}::text[]) or exists (
  select from project_members as own
  where own.project_id = notifications.project_id and own.user_id = notifications.user_id))`
