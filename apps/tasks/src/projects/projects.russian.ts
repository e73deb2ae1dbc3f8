import type { Sentences } from '@atrium/http/translator'

const roles: Record<string, string> = {
  viewer: 'наблюдатель',
  member: 'участник',
  manager: 'менеджер',
  owner: 'владелец',
}

export const projectsRussian: Sentences = {
  'Project was not found': 'Проект не найден',
  'Member was not found': 'Участник не найден',
  'Invitation was not found': 'Приглашение не найдено',
  'Pending invitation was not found': 'Приглашение, которое ещё ждёт ответа, не найдено',
  'Project member with this role already exists': 'У проекта уже есть владелец',
  'Invitation with this email already exists': 'На этот адрес уже отправлено приглашение',

  'You are not a member of this project': 'Вы не участвуете в этом проекте',
  'You are no longer a member of this project': 'Вы больше не участвуете в этом проекте',
  'You are a member of this project already': 'Вы уже участвуете в этом проекте',
  'As {role} of this project you may not do this; it needs the role {needed}': ({ role = '', needed = '' }) =>
    `Ваша роль в проекте — ${roles[role] ?? role}, а для этого нужна роль «${roles[needed] ?? needed}»`,
  'This has been deleted': 'Это уже удалено',
  'The project is archived; restore it first': 'Проект в архиве; сначала восстановите его',
  'The project is not archived': 'Проект не в архиве',
  'Your first personal project cannot be archived': 'Ваш первый личный проект нельзя убрать в архив',
  'A personal project has no other members': 'В личном проекте нет других участников',
  'A project always has an owner; hand the ownership over to another member':
    'У проекта всегда есть владелец; передайте проект другому участнику',
  'A project always has an owner; hand the ownership over before you leave':
    'У проекта всегда есть владелец; передайте проект кому-нибудь, прежде чем выйти',
  'Only the owner of the project changes who its owner is': 'Сменить владельца может только сам владелец',
  'Nobody removes the owner of a project': 'Владельца нельзя исключить из проекта',
  'This user is a member already': 'Этот пользователь уже участвует в проекте',
  'Somebody with this e-mail address is a member already':
    'Участник с таким адресом почты в проекте уже есть',
  'You have sent too many invitations; try again in an hour':
    'Вы отправили слишком много приглашений; попробуйте через час',
  'This invitation is for another e-mail address': 'Это приглашение отправлено на другой адрес почты',
  'Confirm your email address first, or open the link in the invitation email':
    'Сначала подтвердите адрес почты или откройте ссылку из письма с приглашением',
  'This invitation was accepted before': 'Это приглашение уже приняли',
  'This invitation was revoked': 'Это приглашение отозвали',
  'This invitation has expired; ask for a new one': 'Срок приглашения истёк; попросите новое',

  'must have at most 16 KiB': 'нужно не больше 16 КиБ',
  'must not be nested deeper than {levels} levels': 'вложенность не должна быть глубже {levels} уровней',
}
