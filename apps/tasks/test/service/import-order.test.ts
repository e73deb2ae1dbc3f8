import { test } from 'node:test'
import { checkCallsInside } from '@atrium/testing/calls'
import { checkImportCircles } from '@atrium/testing/import-circles'
import { checkImportOrder } from '@atrium/testing/import-order'

test('a chapter imports only the chapters before it', () =>
  checkImportOrder(new URL('../../src/', import.meta.url), [
    'audit',
    'administration',
    'sign-in',
    'projects',
    'outbox',
    'webhooks',
    'fields',
    'cycles',
    'boards',
    'views',
    'tasks',
    'templates',
    'offboarding',
    'git',
    'intake',
    'exports',
    'imports',
    'automations',
    'time-tracking',
    'reports',
    'planning',
    'calendar',
    'agents',
    'sharing',
    'feedback',
    'notifications',
    'live',
    'startup',
    'mcp',
    'documentation',
    'development',
  ]))

test('no files import each other in a circle', () =>
  checkImportCircles(new URL('../../src/', import.meta.url)))

test('no operation is called inside the service', () =>
  checkCallsInside(new URL('../../src/', import.meta.url)))
