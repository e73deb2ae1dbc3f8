/** The programs that can be asked at an address, in the order in which they are offered. */
export const importPrograms = [
  'trello',
  'planka',
  'kanboard',
  'vikunja',
  'wekan',
  'jira',
  'plane',
  'github',
  'gitlab',
  'gitea',
] as const
export type ImportProgram = (typeof importPrograms)[number]

/** What an import can name as its source: a program, or a format that only files have. */
export const importSourceIds = [...importPrograms, 'csv', 'atrium'] as const
export type ImportSourceId = (typeof importSourceIds)[number]

/** The files that a browser offers for an import. */
export const importFileTypes = [
  ...['.json', '.csv', '.tsv', '.txt', '.zip'],
  ...['application/json', 'text/csv', 'application/zip'],
]
