import type { Service } from '../each-service.ts'

/** Tables that are no part of an export, with the reason. All others are, those of later releases too. */
export const leftOutTables: Record<Service, Record<string, string>> = {
  identity: {
    schema_migrations: 'in export.json',
    access_tokens: 'everyone signs in again',
    refresh_tokens: 'everyone signs in again',
    token_families: 'everyone signs in again',
    application_sessions: 'everyone signs in again',
    upstream_sessions: 'everyone signs in again',
    upstream_sign_ins: 'a sign-in that is under way',
    authorization_codes: 'a sign-in that is under way',
    device_codes: 'a sign-in that is under way',
    email_codes: 'a sign-in that is under way',
    mail_tokens: 'links in emails, which lead to the former address',
    used_challenges: 'what cannot be used again',
    used_form_tokens: 'what cannot be used again',
    known_browsers: 'cookies of the former address',
    sign_in_failures: 'counters',
    signing_keys: 'each installation has its own',
    announcements: 'what services tell each other',
    announcers: 'what services tell each other',
    user_changes: 'what services tell each other',
    instances: 'running processes',
    idempotent_requests: 'answers to repeated requests',
    audit_shipping: 'how far the audit log has been sent',
    event_consumers: 'how far events have been handled',
    webhook_deliveries: 'what has been sent',
    directory_syncs: 'the last comparison with a directory',
    backups: 'files of this installation',
  },
  tasks: {
    schema_migrations: 'in export.json',
    task_texts: 'computed from tasks',
    task_field_values: 'computed from tasks',
    board_changes: 'tells caches what has changed',
    project_changes: 'tells caches what has changed',
    stream_tokens: 'everyone signs in again',
    session_refreshes: 'everyone signs in again',
    used_sign_in_states: 'what cannot be used again',
    instances: 'running processes',
    idempotent_requests: 'answers to repeated requests',
    import_jobs: 'imports that run or ended in the last days',
    import_job_tasks: 'what an import can take back for a day',
    import_job_notes: 'what imports of the last days could not keep',
    import_job_files: 'what an import has yet to fetch',
    bulk_changes: 'what can be undone for a while',
    audit_shipping: 'how far the audit log has been sent',
    event_consumers: 'how far events have been handled',
    webhook_deliveries: 'what has been sent',
    git_deliveries: 'what has been received',
  },
}

/** Columns that are null after an import: transactions of the former database, and leases of its processes. */
export const leftOutColumns: Record<Service, Record<string, string[]>> = {
  identity: {
    audit_entries: ['xid'],
    files: ['key'],
    webhooks: ['lease', 'leased_until'],
  },
  tasks: {
    activity: ['xid', 'settled_below'],
    attachments: ['key'],
    webhooks: ['lease', 'leased_until'],
  },
}

/** The tables of files, whose content is exported under its checksum. */
export const fileTables: Record<Service, string> = { identity: 'files', tasks: 'attachments' }
