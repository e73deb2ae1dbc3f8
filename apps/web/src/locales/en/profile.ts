const profile = {
  title: 'Profile',
  saved: 'Saved',
  account: {
    title: 'Your account',
    text: 'Your name, e-mail and photo come from the identity service, where you sign in.',
    email: 'E-mail',
    post: 'Post',
    roles: 'Roles',
    owner: 'Owner of this installation',
    open: 'Open my account',
  },
  settings: {
    title: 'Language, look and time',
    text: 'Kept with your account, so every device you sign in on looks the same.',
    language: 'Language',
    theme: 'Theme',
    themeText: '“System” follows the setting of your device.',
    timeZone: 'Time zone',
    timeZoneText: 'Decides where your day begins and ends in time sheets and reminders.',
    asInBrowser: 'As in this browser ({{zone}})',
    noZone: 'No such time zone. Try a city or a country.',
  },
  notifications: {
    title: 'Notifications',
    text: 'You are never told about what you did yourself.',
    mail: 'By e-mail',
    mailText: 'Emails go to your address once you have confirmed it.',
    mails: {
      none: 'No e-mail',
      noneText: 'Only here, in the application.',
      digest: 'A summary',
      digestText: 'What you have not read yet, gathered in one letter.',
      each: 'Each one',
      eachText: 'A letter as soon as something happens.',
    },
    kinds: 'What you want to hear about',
    groups: { task: 'Tasks', comment: 'Comments', project: 'Projects and invitations' },
    types: {
      task: {
        assigned: 'A task is given to me',
        unassigned: 'A task is taken from me',
        completed: 'My task is finished',
        due_changed: 'The due date of my task changes',
        due_soon: 'My task is due within a day',
        overdue: 'My task is overdue',
      },
      comment: {
        created: 'Somebody comments on a task I take part in',
        mention: 'Somebody mentions me',
      },
      project: {
        member_added: 'I am added to a project',
        member_removed: 'I am removed from a project',
        role_changed: 'My role in a project changes',
      },
      invitation: {
        created: 'I am invited to a project',
        accepted: 'My invitation is accepted',
      },
    },
    mutedProjects: 'Muted projects',
    mutedProjectsText: 'Nothing from these projects reaches you.',
    mutedProjectsPlaceholder: 'None is muted',
    noProject: 'No such project',
  },
} as const

export default profile
