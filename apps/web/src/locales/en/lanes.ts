const lanes = {
  label: 'Group',
  grouped: 'Group: {{by}}',
  none: 'No lanes',
  by: {
    assignee: 'By assignee',
    priority: 'By priority',
    parent: 'By parent',
    field: 'By {{name}}',
  },
  collapseAll: 'Collapse all lanes',
  expandAll: 'Expand all lanes',
  noAssignee: 'No assignee',
  noParent: 'No parent',
  noValue: 'No value',
  formerMember: 'Former member',
  deletedParent: 'Deleted task',
  count_one: '{{count, number}} task',
  count_other: '{{count, number}} tasks',
  estimate: 'Estimate: {{duration}}',
  openParent: 'Open “{{title}}”',
  place: '{{column}}, {{lane}}',
  tasks: 'Tasks in {{column}}, {{lane}}',
  addTo: 'Add task to {{column}}, {{lane}}',
  key: 'Previous or next lane; also with a picked-up card',
} as const

export default lanes
