import { defineErrors } from '@atrium/core/catalogue'

export const projectsErrors = defineErrors({
  project_on_hold: {
    status: 409,
    en: 'The project is on legal hold: nothing in it can be deleted permanently or moved out of it',
    ru: 'В проекте действует запрет удаления: ничего нельзя удалить навсегда или перенести из него',
  },
  project_not_on_hold: {
    status: 409,
    en: 'The project is not on legal hold',
    ru: 'В проекте не действует запрет удаления',
  },
  project_not_found: { status: 404, en: 'Project not found', ru: 'Проект не найден' },
  project_not_archived: { status: 409, en: 'This project is not archived', ru: 'Этот проект не в архиве' },
  first_personal_project: {
    status: 409,
    en: "Your first personal project can't be archived",
    ru: 'Ваш первый личный проект нельзя отправить в архив',
  },
  personal_project_has_no_members: {
    status: 409,
    en: "A personal project can't have other members",
    ru: 'В личном проекте не может быть других участников',
  },

  member_not_found: { status: 404, en: 'Member not found', ru: 'Участник не найден' },
  project_member_role_taken: {
    status: 409,
    en: 'This project already has an owner',
    ru: 'У этого проекта уже есть владелец',
  },
  already_a_member: {
    status: 409,
    kind: 'entity-already-exists',
    en: 'This user is already a member',
    ru: 'Этот пользователь уже участвует в проекте',
  },
  email_of_a_member: {
    status: 409,
    kind: 'entity-already-exists',
    en: 'Someone with this email address is already a member',
    ru: 'Пользователь с таким адресом почты уже участвует в проекте',
  },
  owner_required: {
    status: 409,
    en: 'A project must have an owner; transfer the ownership to another member instead',
    ru: 'У проекта должен быть владелец; передайте проект другому участнику',
  },
  owner_cannot_leave: {
    status: 409,
    en: 'A project must have an owner; transfer the ownership before you leave',
    ru: 'У проекта должен быть владелец; передайте проект другому участнику, прежде чем выйти',
  },
  only_owner_transfers: {
    status: 403,
    en: 'Only the owner can transfer the ownership of the project',
    ru: 'Передать проект может только его владелец',
  },
  owner_not_removable: {
    status: 403,
    en: "The owner can't be removed from the project",
    ru: 'Владельца нельзя исключить из проекта',
  },

  invitation_not_found: { status: 404, en: 'Invitation not found', ru: 'Приглашение не найдено' },
  pending_invitation_not_found: {
    status: 404,
    en: 'No pending invitation found',
    ru: 'Нет такого приглашения, которое ещё ждёт ответа',
  },
  invitation_email_taken: {
    status: 409,
    en: 'This address has already been invited',
    ru: 'На этот адрес уже отправлено приглашение',
  },
  too_many_invitations: {
    status: 429,
    en: "You've sent too many invitations; try again in an hour",
    ru: 'Вы отправили слишком много приглашений; попробуйте через час',
  },
  invitation_for_other_address: {
    status: 403,
    en: 'This invitation was sent to another email address',
    ru: 'Это приглашение отправлено на другой адрес почты',
  },
  email_not_confirmed: {
    status: 403,
    en: 'Confirm your email address first, or open the link in the invitation email',
    ru: 'Сначала подтвердите адрес почты или откройте ссылку из письма с приглашением',
  },
  you_are_a_member: {
    status: 409,
    kind: 'entity-already-exists',
    en: "You're already a member of this project",
    ru: 'Вы уже участвуете в этом проекте',
  },
  invitation_accepted: {
    status: 410,
    en: 'This invitation has already been accepted',
    ru: 'Это приглашение уже принято',
  },
  invitation_revoked: { status: 410, en: 'This invitation was revoked', ru: 'Это приглашение отозвано' },
  invitation_expired: {
    status: 410,
    en: 'This invitation has expired; ask for a new one',
    ru: 'Срок приглашения истёк; попросите новое',
  },

  project_key_expected: {
    en: 'must be 1 to 6 capital letters or digits, starting with a letter',
    ru: 'от 1 до 6 заглавных букв или цифр, первой — буква',
  },
  color_expected: { en: 'must be a color such as #2f80ed', ru: 'введите цвет, например #2f80ed' },
  start_after_target: { en: "can't be after targetDate", ru: 'не может быть позже даты завершения' },
  target_before_start: { en: "can't be before startDate", ru: 'не может быть раньше даты начала' },
  settings_too_large: { en: 'must be at most 16 KiB', ru: 'не больше 16 КиБ' },
  settings_too_deep: {
    en: "can't be nested deeper than {levels} levels",
    ru: 'вложенность не глубже {levels} уровней',
  },
})
