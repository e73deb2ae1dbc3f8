const data = {
  lead: 'Everything that is kept about you: look at it, take it with you, or leave.',
  files: {
    title: 'Files',
    text: 'Documents and profile photos.',
    label: 'Files',
    choose: 'Choose files',
    drop: 'Drop files here, or',
    download: 'Download {{name}}',
    delete: 'Delete {{name}}',
    deleteTitle: 'Delete this file?',
    deleteText: '“{{name}}” does not come back.',
    deleteAction: 'Delete',
    deleted: 'The file is deleted',
    uploading: 'Uploading {{name}}',
    dismiss: 'Dismiss {{name}}',
    purposes: { avatar: 'Profile photo', document: 'Document' },
    empty: { title: 'No files yet', text: 'Uploaded documents and profile photos appear here.' },
  },
  failures: {
    tooLarge: '{{size}} is more than this server takes in one file.',
    empty: 'The file is empty.',
    notAnImage: 'This is no image that can be shown. Choose a PNG, JPEG, GIF, WebP or AVIF file.',
    offline: 'The connection broke, or the file is too large ({{size}}).',
    other: 'It could not be stored. Try again.',
  },
  export: {
    title: 'Take your data with you',
    text: 'Profile, roles, contacts, education, the list of your files, sessions, passkeys and what the audit log says about you, in one JSON file.',
    action: 'Export my data',
    collecting: 'Collecting your data…',
    done: 'Saved as {{name}}, {{size}}.',
    leftOut: 'Not included, since you may not read it: {{parts}}.',
  },
  archive: {
    title: 'Archive my account',
    text: 'You leave. Nothing is erased: an administrator can bring the account back.',
    action: 'Archive my account…',
    consequences: {
      signedOut: 'You are signed out at once, on every device and in every application.',
      noSignIn: 'You can no longer sign in, nor reset the password.',
      workStays: 'What you have written in projects stays for the others.',
      comeBack: 'Only an administrator can bring the account back.',
    },
    password: 'Your password',
    confirm: 'Archive my account',
    lastOwner:
      'You are the last owner. Make somebody else an owner first, or nobody could look after this installation.',
  },
} as const

export default data
