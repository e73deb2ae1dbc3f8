import { test } from 'node:test'
import { checkImportOrder } from '@atrium/testing/import-order'

test('a chapter imports only the chapters before it', () =>
  checkImportOrder(new URL('../src/', import.meta.url), [
    'administration',
    'sign-in',
    'projects',
    'boards',
    'tasks',
    'time-tracking',
    'feedback',
    'notifications',
    'live',
    'documentation',
    'development',
  ]))
