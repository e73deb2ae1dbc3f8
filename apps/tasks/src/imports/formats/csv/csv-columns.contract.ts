/** What a column of a CSV file can be, apart from a custom field. */
export const csvFields = [
  'title',
  'column',
  'description',
  'assignee',
  'startDate',
  'dueDate',
  'priority',
  'estimate',
  'stickers',
  'repeat',
  'archived',
] as const
export type CsvField = (typeof csvFields)[number]

/** The index of each field's column in the file. */
export type CsvMapping = Partial<Record<CsvField, number>>
