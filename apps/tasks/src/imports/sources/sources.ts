import { giteaSource } from './gitea.source.ts'
import { githubSource } from './github.source.ts'
import { gitlabSource } from './gitlab.source.ts'
import type { ImportSource } from './import-source.ts'
import { jiraSource } from './jira.source.ts'
import { kanboardSource } from './kanboard.source.ts'
import { planeSource } from './plane.source.ts'
import { plankaSource } from './planka.source.ts'
import { trelloSource } from './trello.source.ts'
import { vikunjaSource } from './vikunja.source.ts'
import { wekanSource } from './wekan.source.ts'

/** The programs that can be asked. A format with the same id reads what they answer. */
export const importSources: ImportSource[] = [
  trelloSource,
  plankaSource,
  kanboardSource,
  wekanSource,
  vikunjaSource,
  planeSource,
  jiraSource,
  githubSource,
  gitlabSource,
  giteaSource,
]
